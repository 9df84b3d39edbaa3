// The command line starts this file in a child process. It loads the application as node would, boots it without
// listening, and sends its inspection. Then it exits, also if the application keeps handles open.
import '../modules/decorators/metadata.js' // first: tsyringe refuses to load before reflect-metadata

import { subscribe } from 'node:diagnostics_channel'
import { basename, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Inspection } from '../contracts/inspection.js'
import type { Instance } from '../contracts/instance.js'
import type { Precompiled } from '../contracts/precompiled.js'
import { cliCodes } from '../errors/cli-codes.js'
import { causedBy } from '../errors/coded-error.js'
import { openApiWarnings } from '../inspect/openapi-warnings.js'
import { beginWriting, type Writing } from '../modules/compile-application.js'
import { inspect } from '../server/inspect/inspect-server.js'
import { builderOf } from '../server/instance/open-context.js'
import type { ServerCreated, ServerListening } from '../server/start/tool-channels.js'
import { bootWarnings, placesOfRoutes } from '../server/warnings/boot-warnings.js'
import { isInside } from '../support/place.js'
import type { Warning } from '../support/report.js'
import { describeValue, messageOf, readProperty } from '../support/values.js'
import { type Answer, Collected, type Overriding, type Question, toProblem, toWarningMessage } from './answer.js'
import { readManifest } from './manifest.js'
import { pickApplication, type SeenServer } from './pick-application.js'

/** Milliseconds that a loaded entry may take to begin to listen, and that a server may take to close. */
const patience = 3_000

const question = JSON.parse(process.argv[2] ?? '') as Question // what the command line has written
const servers: SeenServer[] = []
const writings = new Map<Instance, Writing>()
const collected = new Collected()
let override: readonly unknown[] = []

/** Resolves when a server is asked to listen. The entry has created all its servers by then. */
const served = new Promise<void>((resolve) => {
  subscribe('alcove.created', (message) => {
    const created = message as ServerCreated // what the channel carries
    servers.push({ instance: created.instance, name: builderOf(created.instance).name, isServed: false })
    created.findings = collected
    created.override = override
    if (question.writes) created.precompiled = write(created.instance)
  })
  subscribe('alcove.listen', (message) => {
    const listening = message as ServerListening // what the channel carries
    listening.isTaken = true
    for (const server of servers) if (server.instance === listening.instance) server.isServed = true
    resolve()
  })
})

/** Resolves when the event loop is empty, so that the entry cannot continue. */
const idle = new Promise<void>((resolve) => {
  process.once('beforeExit', () => resolve())
})

async function answer({ file, exported, args, overriding }: Question): Promise<Answer> {
  process.argv = [process.execPath, file, ...args]
  if (overriding !== null) override = await loadOverride(overriding)
  const loading: Promise<Record<string, unknown>> = import(pathToFileURL(file).href)
  const failed = loading.then(
    () => null,
    (error: unknown) => ({ error }),
  )
  const first = await Promise.race([failed, served, idle])
  if (first && servers.length === 0) return describeFailure(file, first.error)
  if (first === undefined && servers.length === 0) throw new cliCodes.ALC_ERR_CLI_ENTRY_FAILED(file, neverLoaded)
  if (first) collected.addEntry(file, first.error)
  const hasLoaded = first === null
  if (hasLoaded) await Promise.race([served, idle, wait(patience)])
  const exports = hasLoaded ? await loading : null
  const [earliest] = servers
  const createdByEntry = servers.length
  const failedIn = (error: unknown) => collected.addEntry(file, error)
  const loaded = { file, exports, servers, exported, failed: failedIn }
  const { instance } = first && earliest ? earliest : await pickApplication(loaded)
  if (overriding !== null && builderOf(instance).opener.kind !== 'module') {
    const reason = 'The application was not created with bootstrap, so it has no providers'
    throw new cliCodes.ALC_ERR_CLI_OVERRIDE(overriding.given, reason)
  }
  if (first) builderOf(instance).failed.add(basename(file))
  await instance.ready().catch(collected.report)
  await new Promise(setImmediate) // node emits unhandled rejections before this promise resolves
  const { problems, left: unseen } = collected
  const inspection = problems.length === 0 ? inspect(instance) : null
  const warnings = question.warns ? (await warningsOf(instance, inspection)).map(toWarningMessage) : []
  await Promise.race([Promise.resolve(instance.close()).catch(() => {}), wait(patience)])
  const written = inspection === null ? null : (writings.get(instance)?.end() ?? null)
  const index = servers.findIndex((server) => server.instance === instance)
  const made = index !== -1 && index < createdByEntry ? index : null
  return { is: 'inspected', inspection, problems, unseen, warnings, written, made }
}

/** Loads the overrides before the entry, so that they apply to all servers that the entry creates. */
async function loadOverride({ given, file }: Overriding): Promise<readonly unknown[]> {
  const refused = (reason: string) => new cliCodes.ALC_ERR_CLI_OVERRIDE(given, reason)
  const loading: Promise<unknown> = import(pathToFileURL(file).href)
  const loaded = await Promise.race([loading, served, idle]).catch((error: unknown) => {
    throw refused(`It throws: ${withoutInside(String(readProperty(error, 'stack') ?? error))}`)
  })
  if (servers.length > 0) throw refused('It imports the file that creates the application')
  const exported = readProperty(loaded, 'default')
  const list = readProperty(exported, 'default') ?? exported // the `exports.default` of CommonJS
  if (Array.isArray(list)) return list
  throw refused(`Its default export is ${describeValue(list)}`)
}

async function warningsOf(instance: Instance, inspection: Inspection | null): Promise<Warning[]> {
  const found = [...collected.warnings, ...bootWarnings(instance)]
  if (inspection === null) return found
  const places = placesOfRoutes(instance)
  const ofDocument = openApiWarnings(inspection, await readManifest(process.cwd()))
  return [...found, ...ofDocument.map(({ route, ...each }) => ({ ...each, place: places.get(route) ?? null }))]
}

function write(instance: Instance): Precompiled {
  const writing = beginWriting()
  writings.set(instance, writing)
  return writing.standIn
}

/** A coded error is a problem of the application, like those of a boot. Any other error means that the file failed. */
function describeFailure(file: string, error: unknown): Answer {
  if (readProperty(error, 'help') !== undefined) {
    collected.addEntry(file, error)
    const { problems, left: unseen } = collected
    return { is: 'inspected', inspection: null, problems, unseen, warnings: [], written: null, made: null }
  }
  const reason = [withoutInside(String(readProperty(error, 'stack') ?? error)), ...adviceFor(error, file)].join('\n')
  return { is: 'failed', problem: toProblem(causedBy(new cliCodes.ALC_ERR_CLI_ENTRY_FAILED(file, reason), null)) }
}

/** The reason for an import that does not end, although the event loop is empty. */
const neverLoaded = 'a top-level await in it, or in a file that it imports, waits for a promise that nothing settles'

/**
 * The advice for a class that has not loaded yet. Compilers emit parameter types as values, and these must exist when
 * the class is created.
 */
const early =
  'If two files import each other, the first one loads before the exports of the other exist. Break the cycle, or refer to the class later. Write @Inject(lazy(() => TheClass)) with an interface as the type, or imports: [() => [TheModule]].'

/** Advice about failures whose message does not name the cause. */
function adviceFor(error: unknown, file: string): string[] {
  if (error instanceof ReferenceError) return [early] // such as `Cannot access 'Users' before initialization`
  // Node shows the place of such an error only when it ends the process.
  if (error instanceof SyntaxError && !/^file:|\(file:/m.test(String(error.stack))) return [unparsed(file)]
  if (/^Cannot find (?:package|module) '[^./]/.test(messageOf(error)) && !/module '\w:/.test(messageOf(error)))
    return [unmapped]
  return []
}

function unparsed(file: string): string {
  return `Run "node ${relative(process.cwd(), file)}" to see the line. Node has no decorators: compile a file that contains decorators.`
}

const unmapped =
  'Install the package. If "paths" or "baseUrl" of tsconfig.json maps the name, use "imports" of package.json instead, or write a relative path. tsc does not change the names of imports.'

function withoutInside(stack: string): string {
  const lines = stack.split('\n')
  return lines.filter((line) => !/^\s+at /.test(line) || !isInside(line)).join('\n')
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function send(found: Answer): void {
  process.send?.(found, () => process.exit())
}

process.on('unhandledRejection', (error) => collected.report(error))
answer(question).then(send, (error: unknown) => send({ is: 'failed', problem: toProblem(error) }))
