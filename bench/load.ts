import { type Answer, readAnswer } from './answer.js'
import { type Connection, openConnection } from './connection.js'
import type { Protocol } from './workloads/workload.js'

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
  readonly request: Buffer
  readonly connections: number
  readonly protocol?: Protocol | undefined
}

/** Sends one and the same request over some connections; costs little, so that it is not what is measured. */
export class LoadClient {
  private constructor(
    readonly connections: readonly Connection[],
    readonly request: Buffer,
  ) {}

  private static async open({ port, request, protocol, connections: count }: LoadTarget): Promise<LoadClient> {
    const connections = await Promise.all(Array.from({ length: count }, () => openConnection(port, protocol)))
    return new LoadClient(connections, request)
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

  async once(): Promise<Answer> {
    const [connection] = this.connections
    return readAnswer(await new Promise<Buffer>((resolve) => connection?.send(this.request, resolve)))
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

  #runOne(connection: Connection, end: number, most: number): Promise<number> {
    return new Promise((resolve) => {
      let count = 0
      const next = (): void => {
        count += 1
        if (count >= most || performance.now() >= end) resolve(count)
        else connection.send(this.request, next)
      }
      connection.send(this.request, next)
    })
  }
}
