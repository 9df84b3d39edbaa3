import { type EventEmitter, once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { inRepository } from '../support/repository.js'
import { type FormField, fillIn, type PrintedTry } from './printed-lines.js'

/** The used part of the client that the plugin itself depends on; it brings no types. */
interface SocketClient extends EventEmitter {
  send(text: string): void
  terminate(): void
}

type SocketClass = new (url: string, options: { headers: PrintedTry['headers'] }) => SocketClient

const WebSocket: SocketClass = createRequire(import.meta.url)('ws')

type Names = Readonly<Record<string, string>>

/** The answer to a printed line: `status body`, or `no answer`; for wscat its output. */
export function sendLine(line: PrintedTry, names: Names): Promise<string> {
  const filled = Object.entries(line.headers).map(([name, value]): [string, string] => [name, fillIn(value, names)])
  const headers = Object.fromEntries(filled)
  return line.url.startsWith('ws:') ? sendToSocket({ ...line, headers }) : sendRequest({ ...line, headers })
}

async function sendRequest({ url, method, headers, body }: PrintedTry): Promise<string> {
  const payload = body === null || typeof body === 'string' ? body : await formOf(body)
  const response = await fetch(url, { method, headers, body: payload, redirect: 'manual' }).catch(() => null)
  return response === null ? 'no answer' : `${response.status} ${await response.text()}`.trim()
}

/** Paths are those from the root of the repository, where samples are started. */
async function formOf(fields: readonly FormField[]): Promise<FormData> {
  const form = new FormData()
  for (const { name, value, isFile } of fields) {
    if (isFile) form.append(name, new Blob([await readFile(inRepository(value))]), basename(value))
    else form.append(name, value)
  }
  return form
}

/** The first message, or why there is no socket, in the words of wscat. */
async function sendToSocket({ url, headers, body }: PrintedTry): Promise<string> {
  const socket = new WebSocket(url, { headers })
  try {
    await once(socket, 'open')
    socket.send(String(body))
    const closed = once(socket, 'close').then(([code]) => [`closed with ${code}`])
    const [message] = await Promise.race([once(socket, 'message'), closed])
    return String(message)
  } catch (error) {
    return error instanceof Error ? `error: ${error.message}` : String(error)
  } finally {
    socket.terminate()
  }
}
