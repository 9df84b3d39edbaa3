// A process that runs compiled snippets one after the other, as `node snippet-process.js list.json`. Programs of the
// documentation listen on port 3000. Here each gets a free port, and requests to port 3000 arrive there.
import fs, { writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, Server } from 'node:net'
import { pathToFileURL } from 'node:url'
import { namesIn, readCurl, readWscat } from '../samples/printed-lines.js'
import { sendLine } from '../samples/send-line.js'
import '../support/prepared-cluster.js'
import { bodyOf, endOfSnippet, type SnippetEnd, type SnippetRun } from './run-snippets.js'

/** Programs that write a port mean this range; what the system gave out is above. */
const highestWritten = 9999
const limit = 120_000

const open = new Map<Server, number>()
const ports = new Map<number, number>()

// Its overloads are one function, which is handed what it was given.
const listen = Server.prototype.listen as (...args: unknown[]) => Server
Server.prototype.listen = function (this: Server, ...args: unknown[]): Server {
  const [first] = args
  const isOptions = typeof first === 'object' && first !== null && 'port' in first
  const port = Number(isOptions ? first.port : first)
  const isWritten = port > 0 && port <= highestWritten
  this.once('listening', () => {
    open.set(this, port)
    const address: AddressInfo | string | null = this.address()
    if (typeof address === 'object' && address !== null) ports.set(port, address.port)
  })
  if (isWritten && isOptions) args[0] = { ...first, port: ports.get(port) ?? 0 }
  else if (isWritten) args[0] = ports.get(port) ?? 0
  return listen.apply(this, args)
}

// A logger hands its lines to threads, which may be slow. Here they go at once, between those of `console.log`.
const writeLater = fs.write as (...args: unknown[]) => void // its overloads are one function, as those of listen
const writeInOrder = (fd: number, data: string | Uint8Array, ...rest: readonly unknown[]) => {
  const done = rest.at(-1)
  if (fd !== 1 || typeof done !== 'function') return writeLater(fd, data, ...rest)
  process.stdout.write(data)
  process.nextTick(done, null, Buffer.byteLength(data), data)
}
Object.assign(fs, { write: writeInOrder })

/** The same address at the port that a program really has. */
function toRealPort(url: string): string {
  return url.replace(/(localhost|127\.0\.0\.1):(\d+)/, (whole, host, port) => {
    const real = ports.get(Number(port))
    return real === undefined ? whole : `${host}:${real}`
  })
}

const fetchFrom = globalThis.fetch
globalThis.fetch = (input, init) => fetchFrom(typeof input === 'string' ? toRealPort(input) : input, init)

async function closeAll(): Promise<void> {
  for (const server of open.keys()) {
    if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function')
      server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  open.clear()
  ports.clear()
}

let fail: (error: unknown) => void = () => {}
process.on('unhandledRejection', (error) => fail(error))
process.on('uncaughtException', (error) => fail(error))

/** The result of a program: `null`, or the error that it threw, also outside of its own call. */
async function runProgram(file: string): Promise<unknown> {
  const failed = new Promise((resolve) => {
    fail = resolve
  })
  const ended = import(pathToFileURL(file).href).then(
    // Waits for the lines that are logged after an answer.
    () => new Promise((resolve) => setTimeout(() => resolve(null), 10)),
    (error) => error ?? new Error('nothing was thrown'),
  )
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve(new Error(`not over after ${limit} ms`)), limit)
  })
  return Promise.race([ended, failed, late]).finally(() => clearTimeout(timer))
}

type Names = Readonly<Record<string, string>>

async function send(line: string, names: Names): Promise<string> {
  const request = line.startsWith('curl') ? readCurl(line) : readWscat(line)
  const url = toRealPort(/^(?:https?|ws):/.test(request.url) ? request.url : `http://${request.url}`)
  return sendLine({ command: line, answer: '', ...request, url }, names)
}

function describeError(error: unknown): SnippetEnd['thrown'] {
  if (error === null) return null
  const code = Object(error).code
  return {
    code: typeof code === 'string' ? code : null,
    text: error instanceof Error ? String(error.stack) : String(error),
  }
}

async function runAll(runs: readonly SnippetRun[]): Promise<void> {
  for (const { file, dialogue } of runs) {
    const thrown = describeError(await runProgram(file))
    const answers: string[] = []
    let names: Names = {}
    for (const { request, promised } of dialogue) {
      const answer = await send(request, names)
      names = { ...names, ...namesIn(promised, answer), ...namesIn(promised, bodyOf(answer)) }
      answers.push(answer)
    }
    await closeAll()
    delete process.env.NODE_ENV
    const end = JSON.stringify({ thrown, answers } satisfies Omit<SnippetEnd, 'output'>)
    // Through the stream of the program's output, so that it comes after this output, and before the process ends.
    await new Promise((resolve) => process.stdout.write(`\n${endOfSnippet}${end}\n`, resolve))
  }
}

const [, , list = ''] = process.argv
try {
  await runAll(JSON.parse(await readFile(list, 'utf8')))
  process.exit(0)
} catch (error) {
  // An error here is of this process, such as a line of curl that no shell would take. Programs end otherwise.
  writeSync(2, error instanceof Error ? String(error.stack) : String(error))
  process.exit(1)
}
