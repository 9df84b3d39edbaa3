import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Instance } from '../../contracts/instance.js'
import type { HealthCheck, HealthOptions, ServerOptions } from '../../contracts/server-options.js'
import { serverCodes } from '../../errors/server-codes.js'
import type { ServerLogger } from '../../logging/create-logger.js'
import type { RequestLogs } from '../../logging/request-logs.js'
import { isRecord } from '../../support/values.js'
import { wrongOption } from '../start/option-types.js'

/** The routes by which orchestrators read the state of the server. They are outside of all contexts. */
export interface Probes {
  readonly paths: readonly string[]
  /** Answers a request for a probe, and returns true. No hooks run, so that they cannot fail a probe. */
  answer(req: IncomingMessage, res: ServerResponse): boolean
}

/** The part of the server that the probes use. */
interface ProbedServer {
  readonly root: Instance
  readonly logger: ServerLogger
  readonly logs: RequestLogs
  readonly status: string
  readonly draining: boolean
}

interface Health {
  status: 'ok' | 'unavailable'
  checks?: Record<string, 'ok' | 'failed'>
}

/** Creates the probes. Returns null without the option `health`. */
export function createProbes({ health = false }: ServerOptions, core: () => ProbedServer): Probes | null {
  if (health === false) return null
  const { liveness = '/livez', readiness = '/readyz', ...checked } = readHealth({ health })
  const probes = new Map<string, () => Promise<Health>>()
  if (liveness !== false) probes.set(liveness, async () => ({ status: 'ok' }))
  if (readiness !== false) {
    const ready = new Readiness(checked)
    probes.set(readiness, () => ready.read(core()))
  }
  return {
    paths: [...probes.keys()],
    answer(req, res) {
      const probe = probes.get(pathOf(req))
      if (probe === undefined || (req.method !== 'GET' && req.method !== 'HEAD')) return false
      void probe().then((found) => write(core(), { req, res }, found))
      return true
    },
  }
}

/** Checks the option `health`. */
export function readHealth({ health = false }: ServerOptions): HealthOptions {
  if (typeof health === 'boolean') return {}
  if (!isRecord(health)) throw wrongOption('health', 'true, false or options', health)
  const { liveness, readiness, checks, checkTimeout, maxAge } = health
  for (const [name, path] of Object.entries({ liveness, readiness })) {
    const isPath = typeof path === 'string' && /^\/[^?#]*$/.test(path)
    if (path !== undefined && path !== false && !isPath) throw wrongOption(`health.${name}`, 'a path or false', path)
  }
  if (checks !== undefined && !isRecord(checks)) throw wrongOption('health.checks', 'an object of functions', checks)
  for (const [name, check] of Object.entries(checks ?? {})) {
    if (typeof check !== 'function') throw wrongOption(`health.checks.${name}`, 'a function', check)
  }
  if (checkTimeout !== undefined && !(typeof checkTimeout === 'number' && checkTimeout > 0 && checkTimeout < 2 ** 31)) {
    throw wrongOption('health.checkTimeout', 'a number of milliseconds above 0 and below 2 ** 31', checkTimeout)
  }
  if (maxAge !== undefined && !(typeof maxAge === 'number' && maxAge >= 0)) {
    throw wrongOption('health.maxAge', 'a number of milliseconds from 0 on', maxAge)
  }
  return health as HealthOptions // each member has just been checked
}

function pathOf({ url = '/' }: IncomingMessage): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

type NamedCheck = readonly [name: string, check: HealthCheck]

/**
 * Runs the checks. Any client that reaches the port may send a probe, so probes share the result of running checks. A
 * check fails if it does not end within `checkTimeout`. The next probe calls it again, because its answer may be lost.
 */
class Readiness {
  readonly #checks: readonly NamedCheck[]
  readonly #limit: number
  readonly #maxAge: number
  #running: Promise<Health> | null = null
  #found: { readonly health: Health; readonly at: number } | null = null

  constructor({ checks = {}, checkTimeout = 5000, maxAge = 0 }: HealthOptions) {
    this.#checks = Object.entries(checks)
    this.#limit = checkTimeout
    this.#maxAge = maxAge
  }

  async read(core: ProbedServer): Promise<Health> {
    if (!isServing(core)) return { status: 'unavailable' }
    if (this.#checks.length === 0) return { status: 'ok' }
    const health = this.#known() ?? (await this.#run(core))
    return isServing(core) ? health : { status: 'unavailable' }
  }

  #known(): Health | null {
    if (this.#found === null || performance.now() - this.#found.at >= this.#maxAge) return null
    return this.#found.health
  }

  #run(core: ProbedServer): Promise<Health> {
    this.#running ??= this.#ask(core).finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #ask(core: ProbedServer): Promise<Health> {
    const results = await Promise.all(this.#checks.map((check) => runCheck(core, check, this.#limit)))
    const status = results.every(([, result]) => result === 'ok') ? 'ok' : 'unavailable'
    const health: Health = { status, checks: Object.fromEntries(results) }
    this.#found = { health, at: performance.now() }
    return health
  }
}

function isServing({ draining, status }: ProbedServer): boolean {
  return !draining && status === 'started'
}

/** Writes the cause of a failure only to the log. Any client that reaches the port can read the answer. */
async function runCheck({ root, logger, logs }: ProbedServer, [name, check]: NamedCheck, limit: number) {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new serverCodes.ALC_ERR_HEALTH_CHECK_TIMEOUT(name, limit)), limit)
  })
  try {
    const passed = await Promise.race([(async () => check(root))(), late])
    if (passed !== false) return [name, 'ok'] as const
    logs.write(logger.log, 'warn', null, `The health check "${name}" failed`)
  } catch (error) {
    logs.write(logger.log, 'warn', { err: error }, `The health check "${name}" failed`)
  } finally {
    clearTimeout(timer)
  }
  return [name, 'failed'] as const
}

function write(core: ProbedServer, { req, res }: { req: IncomingMessage; res: ServerResponse }, health: Health): void {
  const body = JSON.stringify(health)
  if (core.status === 'closing' && req.httpVersionMajor !== 2) res.setHeader('connection', 'close')
  res.writeHead(health.status === 'ok' ? 200 : 503, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  })
  res.end(req.method === 'HEAD' ? undefined : body)
}
