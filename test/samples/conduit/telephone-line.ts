import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from './postgres.js'

/** A connection to a server that can go dead: it delivers no more bytes, and neither side closes it. */
export class TelephoneLine {
  readonly #sockets = new Set<Socket>()
  #isDead = false

  private constructor(
    readonly port: number,
    private readonly server: Server,
  ) {}

  static async to(target: number): Promise<TelephoneLine> {
    const port = await freePort()
    const server = createServer((near) => line.#carry(near, connect(target, '127.0.0.1')))
    const line = new TelephoneLine(port, server)
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return line
  }

  goDead(): void {
    this.#isDead = true
    for (const socket of this.#sockets) socket.pause()
  }

  /** For new calls: who waits on an old one waits for ever. */
  comeBack(): void {
    this.#isDead = false
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  #carry(near: Socket, far: Socket): void {
    this.#pass(near, far)
    this.#pass(far, near)
  }

  #pass(from: Socket, to: Socket): void {
    this.#sockets.add(from)
    from.on('data', (chunk) => to.write(chunk))
    from.on('error', () => to.destroy()).on('close', () => to.destroy())
    if (this.#isDead) from.pause()
  }
}
