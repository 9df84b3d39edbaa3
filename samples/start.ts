// The start of the samples. Each listens only if it is the program that was started. It then prints requests to try.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** An application, or an instance of the core. */
interface Startable {
  listen(options: { port: number; host?: string }): Promise<string>
}

/**
 * A request as arguments of curl, path first, and its answer: status, then body. `…` is text that varies, and `$NAME`
 * is text that later lines refer to. For example: `/users --json '{"name":"Ada"}'` and `201 {"name":"Ada"}`. With `ws:`
 * before the path, the line is for wscat, a client of WebSockets. The answer is the output of wscat.
 */
export type Try = readonly [request: string, answer: string]

/**
 * If the module of `meta` is the program, listens on `PORT` (default: 3000) of `HOST` (default: this machine alone).
 * It prints the address, the text of `introduce`, and the lines to try. In production it prints only the log.
 * SIGINT and SIGTERM end it: see `gracefulShutdown`.
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

/** Quotes an address that has special characters of the shell. */
function quote(url: string): string {
  return /[?&*[\]!#;]/.test(url) ? `'${url}'` : url
}
