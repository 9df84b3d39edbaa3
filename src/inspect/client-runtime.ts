/** The part of a generated client that does not depend on the application. It needs only `fetch`. */
export const clientRuntime = `/** Sends a request: \`globalThis.fetch\`, or a function that answers like it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** A body that is sent as it is. */
export type BodyData = NonNullable<RequestInit['body']>

export interface ClientOptions {
  /** Called for each request; \`globalThis.fetch\` if it is not given. */
  fetch?: Fetch
  /** Sent with each request. A function is called for each. */
  headers?: Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>)
}

/** Settings of one call. */
export interface CallOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
}

/** An answer of the server. \`status\` determines the type of \`body\`. */
export interface Answer<Status extends number, Body> {
  readonly status: Status
  readonly body: Body
  readonly headers: Headers
}

interface Input {
  params?: object
  query?: object
  headers?: object
  body?: unknown
  contentType?: string
}

/** The caller states the type of the answer, so a call gives \`never\`, which fits each of them. */
type Call = (method: string, path: string, type: string, input?: Input, options?: CallOptions) => Promise<never>

function createCall(baseUrl: string, { fetch = globalThis.fetch, headers = {} }: ClientOptions): Call {
  const base = baseUrl.replace(/\\/+$/, '')
  return async (method, path, type, input = {}, options = {}) => {
    const sent = new Headers(typeof headers === 'function' ? await headers() : headers)
    for (const [name, value] of Object.entries({ ...input.headers, ...options.headers })) {
      if (value !== undefined) sent.set(name, String(value))
    }
    const init: RequestInit = { method, headers: sent }
    if (options.signal !== undefined) init.signal = options.signal
    if (input.body !== undefined) setBody(init, sent, input.contentType ?? type, input.body)
    const response = await fetch(base + fillPath(path, input.params ?? {}) + writeQuery(input.query ?? {}), init)
    return { status: response.status, headers: response.headers, body: method === 'HEAD' ? undefined : await readBody(response) } as never
  }
}

function setBody(init: RequestInit, sent: Headers, type: string, body: unknown): void {
  // A boundary belongs to the type of a form with files: fetch writes both.
  if (type !== 'multipart/form-data') sent.set('content-type', type)
  if (/[/+]json$/.test(type)) init.body = JSON.stringify(body)
  else if (type === 'application/x-www-form-urlencoded' && !(body instanceof URLSearchParams)) {
    init.body = writeQuery(body as object).slice(1)
  } else init.body = body as BodyData
}

function fillPath(path: string, params: object): string {
  const values = params as Record<string, unknown>
  const filled = path.replace(/\\{([^}]+)\\}/g, (_, name: string) => {
    const text = String(values[name])
    return name === 'wildcard' ? text.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(text)
  })
  // URL parsers remove these segments, also encoded ones. The request would reach another route.
  if (/(?:^|\\/)\\.\\.?(?:\\/|$)/.test(filled)) throw new TypeError(\`A path parameter of \${path} is "." or "..". URLs cannot contain it\`)
  return filled
}

function writeQuery(query: object): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each: unknown) => [name, each] as const),
  )
  const written = new URLSearchParams()
  for (const [name, value] of pairs) {
    if (value !== undefined && value !== null) written.append(name, value instanceof Date ? value.toISOString() : String(value))
  }
  const text = written.toString()
  return text === '' ? '' : \`?\${text}\`
}

async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) return response.body
  if (type !== '' && !/^(?:text\\/|application\\/(?:[\\w.+-]+\\+)?json\\b)/i.test(type)) return response.blob()
  const text = await response.text()
  if (/json\\b/i.test(type)) return text === '' ? undefined : JSON.parse(text)
  return text === '' && type === '' ? undefined : text
}
`
