import { readAnswer } from './answer.js'
import { type Connection, openConnection } from './connection.js'
import type { Answer, Protocol } from './workloads/workload.js'

export interface LoadResult {
  readonly requests: number
  readonly milliseconds: number
}

/** A run ends with the first of the two. */
export interface LoadLimit {
  readonly milliseconds: number
  readonly requests: number
}

export interface LoadTarget {
  readonly port: number
  /** Sent one after the other, and then again. */
  readonly requests: readonly Buffer[]
  readonly connections: number
  readonly protocol?: Protocol | undefined
}

/** Sends requests over some connections; costs little, so that it is not what is measured. */
export class LoadClient {
  #sent = 0

  private constructor(
    readonly connections: readonly Connection[],
    readonly requests: readonly Buffer[],
  ) {}

  private static async open({ port, requests, protocol, connections: count }: LoadTarget): Promise<LoadClient> {
    const connections = await Promise.all(Array.from({ length: count }, () => openConnection(port, protocol)))
    return new LoadClient(connections, requests)
  }

  /** Connections for one use: servers close those that have been idle for some seconds. */
  static async using<T>(target: LoadTarget, use: (client: LoadClient) => Promise<T>): Promise<T> {
    const client = await LoadClient.open(target)
    try {
      return await use(client)
    } finally {
      client.close()
    }
  }

  /** The answer to a request that is sent once. */
  async once(request: Buffer): Promise<Answer> {
    const [connection] = this.connections
    return readAnswer(await new Promise<Buffer>((resolve) => connection?.send(request, resolve)))
  }

  /** Keeps all connections busy; answers on their way when it is over are waited for and counted. */
  async run(limit: LoadLimit): Promise<LoadResult> {
    const start = performance.now()
    const end = start + limit.milliseconds
    const share = Math.ceil(limit.requests / this.connections.length)
    const counts = await Promise.all(this.connections.map((connection) => this.#runOne(connection, end, share)))
    return { requests: counts.reduce((sum, count) => sum + count, 0), milliseconds: performance.now() - start }
  }

  close(): void {
    for (const connection of this.connections) connection.close()
  }

  #nextRequest(): Buffer {
    const request = this.requests[this.#sent % this.requests.length] as Buffer // there is one at least
    this.#sent += 1
    return request
  }

  #runOne(connection: Connection, end: number, most: number): Promise<number> {
    return new Promise((resolve) => {
      let count = 0
      const next = (): void => {
        count += 1
        if (count >= most || performance.now() >= end) resolve(count)
        else connection.send(this.#nextRequest(), next)
      }
      connection.send(this.#nextRequest(), next)
    })
  }
}
