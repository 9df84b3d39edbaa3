import { defineError, defineErrors } from './coded-error.js'

/** Where an answer ends. */
export const framingCodes = defineErrors({
  ALC_ERR_REPLY_LENGTH: defineError(
    'ALC_ERR_REPLY_LENGTH',
    500,
    (what: string) =>
      `The header content-length of a reply ${what}. A client would read another answer than was sent. Remove the header, or declare the length of the stream`,
  ),
  ALC_ERR_REPLY_FRAMING: defineError(
    'ALC_ERR_REPLY_FRAMING',
    500,
    (what: string) =>
      `The header transfer-encoding of a reply ${what}. Clients and proxies would not agree on where the answer ends. Remove the header: a stream without a length is sent in chunks`,
  ),
  ALC_ERR_REPLY_INTERIM: defineError(
    'ALC_ERR_REPLY_INTERIM',
    500,
    (status: number) =>
      `Status ${status} announces another answer and cannot end a request. Send a status from 200 to 599, early hints with reply.writeEarlyHints(), or take the socket over with reply.hijack()`,
  ),
})
