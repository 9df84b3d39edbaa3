// What the samples have in common: each listens only when it is started itself, and says what to try.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** What is started: an application, or an instance of the core. */
interface Startable {
  listen(options: { port: number; host?: string }): Promise<string>
}

/**
 * A request as curl takes it, path first, and the answer it gets: the status, then the body. `…` stands for what differs
 * from time to time, `$NAME` for what later lines call so. `/users --json '{"name":"Ada"}'` and `201 {"name":"Ada"}`, for
 * example. With `ws:` before the path it is a line for wscat, a client of WebSockets, and the answer is what that prints.
 */
export type Try = readonly [request: string, answer: string]

/**
 * Listens on `PORT` (3000 by default) of `HOST` (this machine alone by default) when the module of `meta` is the program
 * that was started, and prints its address, what `introduce` says of the application, and the lines to try; in production
 * the log is enough. SIGINT and SIGTERM end it: see `gracefulShutdown`.
 */
export async function startWhenMain(
  meta: ImportMeta,
  app: Startable,
  tries: readonly Try[],
  introduce: () => string = () => '',
): Promise<void> {
  if (!isMain(meta)) return
  const { PORT = '3000', HOST: host = '', NODE_ENV } = process.env
  const port = Number(PORT)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return fail('PORT is a whole number from 0 to 65535.')
  const address = await app.listen({ port, ...(host !== '' && { host }) }).catch((error: NodeJS.ErrnoException) => {
    const isTaken = error.code === 'EADDRINUSE'
    fail(isTaken ? `Port ${port} is taken. Choose another one: PORT=${port + 1}, or PORT=0 for any.` : error)
  })
  if (address === undefined || NODE_ENV === 'production') return
  const lines = tries.map(([request, answer]) => `  ${command(address, request)}\n  → ${answer}`)
  console.log([`Listening at ${address}`, introduce(), 'Try:', ...lines, 'Ctrl-C ends it.'].filter(Boolean).join('\n'))
}

function isMain(meta: ImportMeta): boolean {
  const [, program] = process.argv
  if (program === undefined) return false
  try {
    return createRequire(meta.url).resolve(program) === fileURLToPath(meta.url)
  } catch {
    return false // no file: code given with `node -e`, for example
  }
}

function fail(reason: unknown): void {
  console.error(reason)
  process.exitCode = 1
}

function command(address: string, request: string): string {
  const [, socket, path = '', options = ''] = /^(ws:)?(\S*)(.*)$/s.exec(request) ?? []
  if (socket === undefined) return `curl -i ${quote(address + path)}${options}`
  return `npx wscat -c ${quote(address.replace('http', 'ws') + path)}${options}`
}

/** Quotes an address in which a shell would see more than text. */
function quote(url: string): string {
  return /[?&*[\]!#;]/.test(url) ? `'${url}'` : url
}
