/** Clients that write HTTP as text, for requests that ordinary clients do not send. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { until } from '../../support/until.js'
import type { Server } from './subject.js'

/** Listens on a free port of the loopback interface. */
export async function listen(server: Server): Promise<number> {
  await server.listen({ port: 0, host: '127.0.0.1' })
  return server.server.address().port
}

/** Connections that a server has open. */
export function connectionsOf({ server }: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error: unknown, count: number) => resolve(count)))
}

export async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** A client whose packets arrive one by one. It sends each when the server has read those before it. */
export async function openApart(server: Server): Promise<{ socket: Socket; send(packet: string): Promise<void> }> {
  const { port } = server.server.address()
  const [socket, [served]] = await Promise.all([open(port), once(server.server, 'connection')])
  let sent = 0
  const send = async (packet: string) => {
    socket.write(packet)
    sent += Buffer.byteLength(packet)
    await until('the server has read the packet', () => served.destroyed || served.bytesRead >= sent)
  }
  return { socket, send }
}

/** Everything that the server writes until it closes the connection. */
export function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
  })
}

/** Sends lines, joined with CRLF, and resolves to the whole answer. The lines must contain `Connection: close`. */
export async function exchange(port: number, ...lines: string[]): Promise<string> {
  const socket = await open(port)
  const answer = readAll(socket)
  socket.write(lines.join('\r\n'))
  return answer
}

/** A POST with the given header lines, answered on a connection of its own. */
export function post(port: number, path: string, headers: string[], body: string): Promise<string> {
  return exchange(
    port,
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    '',
    body,
  )
}

export function statusOf(answer: string): number {
  return Number(answer.split(' ', 2)[1])
}

export function bodyOf(answer: string): string {
  return answer.slice(answer.indexOf('\r\n\r\n') + 4)
}
