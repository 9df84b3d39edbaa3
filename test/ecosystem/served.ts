/** A decorated application on a real socket: plugins of the ecosystem are met the way their users meet them. */
import { bootstrap } from 'alcove'

// biome-ignore lint/suspicious/noExplicitAny: what plugins add is typed for Fastify's own interfaces, see subject.ts
export type Loose = any

export type App = ReturnType<typeof bootstrap>
export type RootModule = Parameters<typeof bootstrap>[0]

export interface Answer {
  status: number
  headers: Headers
  text: string
  json(): Loose
}

export interface Extras {
  headers?: Record<string, string>
  body?: string | FormData | Uint8Array<ArrayBuffer>
}

export interface Served {
  app: App
  /** The address of the server: `http://127.0.0.1:1234`. */
  address: string
  /** One request, written as in a log line: `GET /in`. */
  ask(line: string, extras?: Extras): Promise<Answer>
}

/**
 * Call it in a `describe`. Returns a function that boots a root module and listens. Each application is closed after
 * the test that created it.
 */
export function useServed(): (root: RootModule) => Promise<Served> {
  const apps: App[] = []
  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()))
  })
  return async (root) => {
    const app = bootstrap(root)
    apps.push(app)
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    return { app, address, ask: (line, extras) => ask(address, line, extras) }
  }
}

async function ask(address: string, line: string, extras: Extras = {}) {
  const [method = 'GET', path = '/'] = line.split(' ')
  const response = await fetch(address + path, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(5000), // a limit, which only a server that hangs reaches
    ...extras,
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) }
}
