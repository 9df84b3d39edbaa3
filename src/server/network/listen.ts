import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ListenCallback, ListenOptions, ServerOptions } from '../../contracts/server-options.js'
import { causedBy } from '../../errors/coded-error.js'
import { serverCodes } from '../../errors/server-codes.js'
import { networkInterfaces, nodeDns } from '../../packages/node.cjs'
import { asFastify } from '../../support/as-fastify.js'
import { didYouMean, nearMisses } from '../../support/near-miss.js'
import { containRejection, describeValue, isRecord } from '../../support/values.js'
import { bootServer, closeServer, runOnListen } from '../start/boot-server.js'
import { checkOpen, type ServerCore } from '../start/server-core.js'
import { isTakenByTool } from '../start/tool-channels.js'
import { closeOnSignals, stopListeningToSignals } from './graceful-shutdown.js'
import { createNodeServer } from './node-server.js'
import { report } from './report.js'

const { EADDRINUSE, FST_ERR_LISTEN_OPTIONS_INVALID, FST_ERR_REOPENED_SERVER } = serverCodes

/** Reads the arguments of `listen`, in any form, as options and a callback. */
export function readListenArguments(given: readonly unknown[]): {
  options: ListenOptions
  callback: ListenCallback | null
} {
  const rest = [...given]
  const last = rest.at(-1)
  const callback = typeof last === 'function' ? (rest.pop() as ListenCallback) : null // checked to be a function
  const [first, host] = rest
  if (first === undefined) return { options: {}, callback }
  if (isRecord(first)) return { options: { ...first }, callback }
  const port = first as number // checked when listening begins, so that every mistake rejects
  // Fastify ignores another value as the second argument.
  const isHost = typeof host === 'string' || (isRecord(host) && !asFastify)
  return { options: isHost ? { port, host: host as string } : { port }, callback } // checked when listening begins
}

/** Accepts a port as text, because environment variables are text. */
function readPort(given: unknown): number {
  const port = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
  if (asFastify && typeof given === 'string' && Number.isNaN(port)) return given as unknown as number // node refuses it
  if (typeof port === 'number' && Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  const socket =
    typeof given === 'string' && given.includes('/') ? `. For a Unix socket, pass { path: "${given}" }` : ''
  throw wrong('the port must be a whole number from 0 to 65535', given, socket)
}

function wrong(expected: string, given: unknown, advice = ''): Error {
  return new FST_ERR_LISTEN_OPTIONS_INVALID(`${expected}, got ${describeValue(given)}${advice}`)
}

/** The result of a `listen` that was aborted. */
const unopened = (asFastify ? undefined : '') as string // Fastify also declares the type string

/** Boots, listens, and returns the address (docs/reference/instance.md). */
export async function listen(core: ServerCore, given: ListenOptions): Promise<string> {
  if (isTakenByTool(core.root, given)) return new Promise(() => {}) // code after `listen` must not run in a tool
  const { listenTextResolver = describeAddress, signal, ...options } = given
  if (core.draining) return '' // a signal came first
  checkOpen(core)
  if (core.listening) throw new FST_ERR_REOPENED_SERVER()
  if (typeof listenTextResolver !== 'function')
    throw wrong('listenTextResolver must be a function (address) => string', listenTextResolver)
  const target = readTarget(options)
  if (signal !== undefined && watchSignal(core, signal)) return unopened
  core.listening = true
  closeOnSignals(core)
  try {
    await bootServer(core)
    if (signal?.aborted || core.draining) return unopened
    checkOpen(core) // the boot takes time
    core.opening = bindAll(core, target)
    await core.opening
    if (signal?.aborted || core.draining) return unopened
    checkOpen(core) // `close` waits for these addresses, and closes them
  } catch (error) {
    core.listening = false
    if (core.draining) return '' // a signal came first, and its shutdown closes the server
    stopListeningToSignals(core)
    throw error
  }
  const addresses = readAddresses(core)
  for (const address of addresses) logAddress(core, address, listenTextResolver)
  await runOnListen(core)
  return addresses[0] ?? ''
}

/** Reads the path of a socket, or a host and a port. The default is any free port of `localhost`. */
function readTarget(options: ListenOptions): ListenOptions {
  const given = withoutUndefined(options) // node would read an undefined port as "any port", even beside a path
  const { host = 'localhost', port = 0, path, ...rest } = given
  if (!asFastify) {
    checkNames(rest)
    checkForNode(rest)
  }
  checkText('host', host)
  if (path !== undefined) {
    checkText('path', path)
    checkPath(path, given)
    return given
  }
  return { ...rest, host, port: readPort(port) }
}

const twoTargets =
  'path and port exclude each other, because node would ignore the path and listen on all addresses. Remove one of them'

/** The longest path of a socket in bytes, which the system sets. Windows has names of pipes instead. */
const longestPath = process.platform === 'linux' ? 107 : 103

/**
 * Node 20 cuts a path that is too long, and listens on another file. If it gets a port too, it ignores the path, and
 * listens on all addresses of the machine.
 */
function checkPath(path: string, { port }: ListenOptions): void {
  if (port !== undefined && !asFastify) throw new FST_ERR_LISTEN_OPTIONS_INVALID(twoTargets)
  const { length } = Buffer.from(path)
  if (length <= longestPath || process.platform === 'win32') return
  throw wrong(`path must have at most ${longestPath} bytes, the limit of the system`, path, `, which has ${length}`)
}

const allHosts = ', because node would listen on all addresses. To listen on all of them, pass "0.0.0.0" or "::"'

/** For another value, node would choose an address itself, or throw an error that names no option. */
function checkText(name: 'host' | 'path', value: unknown): void {
  if (value === '' && !asFastify) throw wrong(`${name} must not be empty${name === 'host' ? allHosts : ''}`, value)
  const isUrl = name === 'host' && typeof value === 'string' && /\/|^[^:]+:\d+$|[[\]]/.test(value)
  if (typeof value === 'string' && (!isUrl || asFastify)) return
  throw wrong(`${name} must be a ${isUrl ? 'name or an address, without scheme, port and brackets' : 'string'}`, value)
}

const known: Readonly<Record<keyof ListenOptions, true>> = {
  port: true,
  host: true,
  path: true,
  backlog: true,
  exclusive: true,
  readableAll: true,
  writableAll: true,
  ipv6Only: true,
  signal: true,
  listenTextResolver: true,
}

/** With a misspelt name, the server would listen on a free port, or on localhost. Node has further options. */
function checkNames(rest: object): void {
  for (const name of Object.keys(rest)) {
    if (Object.hasOwn(known, name)) continue
    const near = name === 'hostname' ? ['host'] : nearMisses(name, Object.keys(known))
    if (near.length > 0) throw new FST_ERR_LISTEN_OPTIONS_INVALID(`"${name}" is unknown: ${didYouMean(near)}`)
  }
}

/** Node would convert wrong values of these options instead of refusing them. */
function checkForNode({ backlog, ...options }: ListenOptions): void {
  const isCount = backlog === undefined || (Number.isInteger(backlog) && backlog >= 0)
  if (!isCount) throw wrong('backlog must be a whole number', backlog)
  for (const name of ['exclusive', 'readableAll', 'writableAll', 'ipv6Only'] as const) {
    const value: unknown = options[name]
    if (value !== undefined && typeof value !== 'boolean') throw wrong(`${name} must be true or false`, value)
  }
}

export function checkSignal({ signal }: ListenOptions): void {
  if (signal === undefined || typeof signal.addEventListener === 'function') return
  throw new FST_ERR_LISTEN_OPTIONS_INVALID(asFastify ? 'Invalid options.signal' : 'signal must be an AbortSignal')
}

/** Closes the server when the signal aborts. Returns whether it has already aborted. */
function watchSignal(core: ServerCore, signal: AbortSignal): boolean {
  checkSignal({ signal })
  // Waits for a boot that has begun, because the plugin loader cannot boot after `close`.
  const closing = async () => {
    await core.boot?.catch(() => {}) // `listen` rejects with this error
    await closeServer(core)
  }
  const close = () => void closing().catch((error) => report(core, 'error', 'closing failed', { error }))
  if (signal.aborted) {
    close()
    return true
  }
  signal.addEventListener('abort', close, { once: true })
  // A signal may outlive many servers, which its listeners would keep.
  core.server.once('close', () => signal.removeEventListener?.('abort', close)) // `checkSignal` asks for no more
  return false
}

async function bindAll(core: ServerCore, target: ListenOptions): Promise<void> {
  await bind(core.server, target)
  if (target.host === 'localhost' && core.options.serverFactory === undefined) await bindOthers(core, target)
}

/**
 * Waits for the event, not for the callback of `listen`. A wrapped server such as that of restartable only emits it.
 */
function bind(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const opened = () => {
      server.removeListener('error', failed)
      resolve()
    }
    const failed = (error: NodeJS.ErrnoException) => {
      server.removeListener('listening', opened)
      reject(explain(error, options))
    }
    server.once('error', failed).once('listening', opened)
    server.listen(options)
  })
}

/** Explains the most frequent failure, with its fix. Keeps the fields of node's error. */
function explain(error: NodeJS.ErrnoException, { path, host, port }: ListenOptions): Error {
  if (error.code !== 'EADDRINUSE') return error
  const { errno, syscall } = error
  const inUse = new EADDRINUSE(path ?? `${host}:${port}`, path !== undefined)
  return causedBy(Object.assign(inUse, { errno, syscall, host, port }), error)
}

/** `localhost` may be an IPv4 and an IPv6 address. The server listens on both, but skips an address that fails. */
async function bindOthers(core: ServerCore, options: ListenOptions): Promise<void> {
  const address = core.server.address()
  if (address === null || typeof address === 'string') return
  const all = await nodeDns()
    .lookup('localhost', { all: true })
    .catch(() => [])
  for (const other of all.filter((each) => each.address !== address.address)) {
    const server = createNodeServer(core.options, core.settings, core)
    passUpgrades(server, core.server)
    for (const event of ['clientError', 'sessionError', 'drop'] as const) {
      server.on(event, (...args) => core.server.emit(event, ...args))
    }
    const bound = await bind(server, { ...options, host: other.address, port: address.port }).then(
      () => true,
      () => false,
    )
    if (bound) core.bindings.push(server)
  }
}

/** Adds listeners only if the application listens, too: without one, node answers an upgrade like any other request. */
function passUpgrades(from: Server, to: Server): void {
  for (const event of ['upgrade', 'connect'] as const) {
    const pass = (name: string | symbol) => {
      if (name !== event) return
      to.removeListener('newListener', pass)
      from.on(event, (...args) => to.emit(event, ...args))
    }
    to.on('newListener', pass)
    if (to.listenerCount(event) > 0) pass(event)
  }
}

/** Returns the addresses as URLs. For `0.0.0.0` these are all IPv4 addresses of the machine, loopback first. */
function readAddresses({ server, options }: ServerCore): string[] {
  const address = server.address()
  if (address === null) return []
  if (typeof address === 'string') return [address]
  const hosts = address.address === '0.0.0.0' ? ownAddresses() : [address.address]
  return hosts.map((host) => originOf({ ...address, address: host }, options))
}

/** An address as the origin of a URL. */
export function originOf({ address, family, port }: AddressInfo, { https }: ServerOptions): string {
  return `${https ? 'https' : 'http'}://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  const addresses = all.filter((each) => each.family === 'IPv4')
  return addresses.sort((a, b) => Number(b.internal) - Number(a.internal)).map((each) => each.address)
}

function withoutUndefined(options: ListenOptions): ListenOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined && value !== null))
}

/** The resolver of the application may return or throw any value. The server listens in each case. */
function logAddress({ logger, logs }: ServerCore, address: string, resolver: (address: string) => string): void {
  let text: unknown
  try {
    text = resolver(address)
    containRejection(text)
  } catch (error) {
    logs.write(logger.log, 'error', { err: error }, 'listenTextResolver failed')
  }
  logs.write(logger.log, 'info', null, typeof text === 'string' ? text : describeAddress(address))
}

function describeAddress(address: string): string {
  return `Server listening at ${address}`
}
