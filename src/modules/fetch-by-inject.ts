import type { Application } from './application.js'

/** Statuses whose answers have no body: a `Response` with one throws. */
const empty: ReadonlySet<number> = new Set([204, 205, 304])

/** Answers as `fetch` does (WHATWG Fetch), from an application that need not listen. */
export async function fetchByInject(app: Application, url: string, init: RequestInit): Promise<Response> {
  const request = new Request(url, init)
  request.signal.throwIfAborted()
  const { pathname, search } = new URL(request.url)
  const body = request.body === null ? null : Buffer.from(await request.arrayBuffer())
  const answer = await app.inject({
    method: request.method,
    url: pathname + search,
    headers: Object.fromEntries(request.headers),
    ...(body === null ? {} : { payload: body }),
    signal: request.signal,
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const each of [value].flat()) if (each !== undefined) headers.append(name, String(each))
  }
  const { statusCode: status, rawPayload } = answer
  return new Response(empty.has(status) ? null : new Uint8Array(rawPayload), { status, headers })
}
