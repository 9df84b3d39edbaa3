import type { IncomingMessage } from 'node:http'

export type GenerateRequestId = (req: IncomingMessage) => string

const largest = 2 ** 31 - 1 // V8 stores larger numbers on the heap

/** `req-1`, `req-2`, … in base 36. */
export function createRequestIds(): GenerateRequestId {
  let last = 0
  return function genReqId() {
    last = last === largest ? 1 : last + 1
    return `req-${last.toString(36)}`
  }
}

/** The id in a header of a proxy, or a generated one. */
export function preferHeader(header: string | null, generate: GenerateRequestId): GenerateRequestId {
  if (header === null) return generate
  return (req) => {
    const given = req.headers[header]
    return typeof given === 'string' && given !== '' ? given : generate(req)
  }
}

/** The header that `requestIdHeader` names, or null if there is no header. */
export function readRequestIdHeader(option: string | boolean | undefined): string | null {
  if (option === true) return 'request-id'
  return typeof option === 'string' && option !== '' ? option.toLowerCase() : null
}
