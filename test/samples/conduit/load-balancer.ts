import { Agent, createServer, get, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A minimal load balancer: replicas that report to be ready get requests in turn. It repeats no request, so a request
 * that a replica loses is lost.
 */
export class LoadBalancer {
  readonly #agent = new Agent({ keepAlive: true })
  readonly #replicas = new Set<string>()
  readonly #ready = new Set<string>()
  #turn = 0
  #isClosed = false

  private constructor(
    readonly address: string,
    private readonly server: Server,
  ) {}

  static async start(): Promise<LoadBalancer> {
    const server = createServer((req, res) => balancer.#pass(req, res))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo // it listens on a port, not on a path
    const balancer = new LoadBalancer(`http://127.0.0.1:${port}`, server)
    return balancer
  }

  /** Resolves when the replica is ready, and is asked for it again and again from then on. */
  async add(replica: string): Promise<void> {
    this.#replicas.add(replica)
    while (!(await this.#check(replica))) await pause()
    this.#watch(replica)
  }

  /** Resolves when the replica gets no more requests, because it has reported that it is not ready. */
  async drained(replica: string): Promise<void> {
    while (this.#ready.has(replica)) await pause()
    this.#replicas.delete(replica)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#agent.destroy()
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  async #watch(replica: string): Promise<void> {
    while (!this.#isClosed && this.#replicas.has(replica)) {
      await pause()
      await this.#check(replica)
    }
  }

  async #check(replica: string): Promise<boolean> {
    const isReady = await new Promise<boolean>((resolve) => {
      get(`${replica}/readyz`, { agent: false }, (answer) => resolve(answer.resume().statusCode === 200)).once(
        'error',
        () => resolve(false),
      )
    })
    if (isReady) this.#ready.add(replica)
    else this.#ready.delete(replica)
    return isReady
  }

  #pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const ready = [...this.#ready]
    this.#turn += 1
    const replica = ready[this.#turn % ready.length]
    if (replica === undefined) return void answer.writeHead(502).end()
    const { method, headers, url = '/' } = incoming
    const outgoing = request(replica + url, { method, headers, agent: this.#agent }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
    })
    outgoing.once('error', () => answer.writeHead(502).end())
    incoming.pipe(outgoing)
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50))
}
