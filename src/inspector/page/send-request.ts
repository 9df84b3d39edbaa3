import type { SampleRequest } from '../../inspect/sample-request.js'

/** A request as the user has filled it in. */
export interface Draft {
  readonly params: Readonly<Record<string, string>>
  readonly query: string
  /** One `name: value` on each line. */
  readonly headers: string
  readonly body: string
  /** Whether the browser sends the cookies and passwords that it has for this host. */
  readonly withCookies: boolean
}

export interface Answer {
  readonly status: number
  readonly statusText: string
  /** Milliseconds until the last byte. */
  readonly time: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  /** Whether the body was longer than `body`. */
  readonly isCut: boolean
}

/** The most bytes of an answer that are shown. */
const most = 200_000

export function draftOf({ params, query, headers, body }: SampleRequest): Draft {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return { params, query, headers: lines.join('\n'), body: body ?? '', withCookies: false }
}

/** The address on this host. The value of a parameter cannot lead to another host or another path. */
export function addressOf({ path }: SampleRequest, { params, query }: Draft): string {
  const pieces = path.map(({ text, parameter }) => {
    if (parameter === null) return text
    const value = params[parameter] ?? ''
    return parameter === '*' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
  })
  const whole = pieces.join('').replace(/^\/*/, '/')
  return query === '' ? whole : `${whole}?${query.replace(/^\?/, '')}`
}

/** Whether the path has a segment `.` or `..`. Browsers remove it, so another route would answer. */
export function leavesRoute(url: string): boolean {
  return /^[^?]*\/\.\.?(?:[/?]|$)/.test(url)
}

/** Sends the request from the page, so the browser applies the origin of the page. */
export async function sendDraft(method: string, url: string, draft: Draft, signal: AbortSignal): Promise<Answer> {
  const begun = performance.now()
  const response = await fetch(location.origin + url, {
    method,
    headers: headersOf(draft.headers),
    body: draft.body === '' || method === 'GET' || method === 'HEAD' ? null : draft.body,
    credentials: draft.withCookies ? 'same-origin' : 'omit',
    cache: 'no-store',
    redirect: 'follow',
    signal,
  })
  const { text, isCut } = await readBody(response)
  return {
    status: response.status,
    statusText: response.statusText,
    time: performance.now() - begun,
    headers: [...response.headers],
    body: isCut ? text : formatted(text, response.headers.get('content-type') ?? ''),
    isCut,
  }
}

/** @throws TypeError by the browser for a name or value that cannot be sent */
function headersOf(lines: string): Headers {
  const headers = new Headers()
  for (const line of lines.split('\n')) {
    const [name = '', ...value] = line.split(':')
    if (name.trim() !== '') headers.append(name.trim(), value.join(':').trim())
  }
  return headers
}

/** Reads no more than is shown, because a stream may never end. */
async function readBody({ body }: Response): Promise<{ text: string; isCut: boolean }> {
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  let text = ''
  let size = 0
  while (reader !== undefined) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    text += decoder.decode(value, { stream: true })
    if (size < most) continue
    await reader.cancel()
    return { text: text.slice(0, most), isCut: true }
  }
  return { text, isCut: false }
}

function formatted(text: string, type: string): string {
  if (!/\bjson\b/.test(type)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text // the body is not JSON, although its type is
  }
}
