import { bootstrap } from 'alcove'

export type App = ReturnType<typeof bootstrap>
export type RootModule = Parameters<typeof bootstrap>[0]
export type BootstrapOptions = NonNullable<Parameters<typeof bootstrap>[1]>

export interface Answer {
  status: number
  headers: Record<string, unknown>
  text: string
  /** The parsed body, or its text if it is not JSON. */
  body: unknown
}

export interface Extras {
  headers?: Record<string, string>
  payload?: string | object
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'

/** Sends one injected request, written as in a log line: `GET /one`. */
export async function ask(app: App, line: string, extras: Extras = {}): Promise<Answer> {
  const [method, url] = line.split(' ')
  // The tests themselves contain the request lines, and only name methods that inject knows.
  const response = await app.inject({ method: method as Method, url, ...extras })
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.payload,
    body: read(response.payload),
  }
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Boots a root module, runs a function, and closes the application also if the function fails. */
export async function withApp<T>(
  root: RootModule,
  run: (app: App) => Promise<T>,
  options: BootstrapOptions = {},
): Promise<T> {
  const app = bootstrap(root, { logger: false, ...options })
  try {
    return await run(app)
  } finally {
    await app.close()
  }
}

/** One request against a freshly booted module. */
export function askOnce(root: RootModule, line: string, extras: Extras = {}): Promise<Answer> {
  return withApp(root, (app) => ask(app, line, extras))
}
