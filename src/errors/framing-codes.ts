import { defineError, defineErrors } from './coded-error.js'

/** The end of an answer. */
export const framingCodes = defineErrors(() => ({
  ALC_ERR_REPLY_LENGTH: defineError(
    500,
    (what: string) =>
      `The header content-length of a reply ${what}. A client would read a different answer. Remove the header, or declare the length of the stream`,
  ),
  ALC_ERR_REPLY_FRAMING: defineError(
    500,
    (what: string) =>
      `The header transfer-encoding of a reply ${what}. Clients and proxies would not agree on where the answer ends. Remove the header: a stream without a length is sent in chunks`,
  ),
  ALC_ERR_REPLY_INTERIM: defineError(
    500,
    (status: number) =>
      `Status ${status} announces another answer, so it cannot end a request. Send a status from 200 to 599. Send early hints with reply.writeEarlyHints(), or take over the socket with reply.hijack()`,
  ),
  ALC_ERR_REPLY_HEADERS: defineError(
    500,
    (bytes: number, most: number) =>
      `The headers of the response have ${bytes} bytes, and HTTP/2 sends at most ${most}. Send the data in the body, or raise maxSendHeaderBlockLength in the http or https options`,
    'RangeError',
  ),
}))
