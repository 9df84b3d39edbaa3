import { defineError, defineErrors, kindOf } from './coded-error.js'

/** Request bodies. The texts below 500 reach clients, so they contain nothing about the server's internals. */
export const bodyCodes = defineErrors(() => ({
  FST_ERR_CTP_BODY_TOO_LARGE: defineError(413, () => 'Request body is too large', 'RangeError'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: defineError(415, (type?: string) =>
    type === undefined || type === '' ? 'Unsupported Media Type' : `Unsupported Media Type: ${type}`,
  ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: defineError(
    400,
    () => 'Request body size did not match Content-Length',
    'RangeError',
  ),
  FST_ERR_CTP_EMPTY_JSON_BODY: defineError(
    400,
    () => "Body cannot be empty when content-type is set to 'application/json'",
  ),
  ALC_ERR_JSON_TOO_DEEP: defineError(
    400,
    (limit: number) => `Body is nested more than ${limit} levels deep. Send fewer levels`,
  ),
  ALC_ERR_QUERY_POISONED: defineError(
    400,
    (forbidden: string) => `A name in the query leads to "${forbidden}", which is not allowed. Remove it`,
  ),
  ALC_ERR_STREAM_ERROR: defineError(
    500,
    () => 'A stream failed with a value that cannot be read as an error. Fail it with an Error',
  ),
  ALC_ERR_BODY_STREAM: defineError(
    500,
    (hook: string, route: string, got: string) =>
      `The ${hook} of ${route} must return a stream of node, got ${got}. Return a Readable, or nothing to keep the body`,
    'TypeError',
  ),
  ALC_ERR_BODY_NOT_BYTES: defineError(
    400,
    (got: string) =>
      `A chunk of the body has the type ${got} and not Uint8Array. Pass the text itself as the body, or pipe its stream through a TextEncoderStream`,
    'TypeError',
  ),
  FST_ERR_CTP_INVALID_JSON_BODY: defineError(400, (forbidden?: string) =>
    forbidden === undefined
      ? "Body is not valid JSON but content-type is set to 'application/json'"
      : `Body has the key "${forbidden}", which is not allowed. Remove it`,
  ),
}))
/** Replies. */
export const replyCodes = defineErrors(() => ({
  FST_ERR_REP_INVALID_PAYLOAD_TYPE: defineError(
    500,
    (got: string) => `Attempted to send payload of invalid type '${kindOf(got)}'. Expected a string or Buffer.`,
    'TypeError',
  ),
  ALC_ERR_ANSWER_WHILE_SENDING: defineError(
    500,
    (route: string, status: number) =>
      `answer(${status}) was thrown while a reply of ${route} was being sent. Hooks of onSend and preSerialization, and serializers, cannot choose another answer. Throw answer() before, or return another payload and call reply.code()`,
  ),
  ALC_ERR_SEND_AFTER_RAW: defineError(
    500,
    (route: string) =>
      `${route} sent a payload after reply.raw, or a plugin such as @fastify/sse, had begun the answer. The answer was cut, because it may be incomplete. Answer in one way: return nothing beside the raw answer`,
  ),
  FST_ERR_REP_RESPONSE_BODY_CONSUMED: defineError(
    500,
    () => 'Response.body is already consumed. Send a Response whose body has not been read, or clone it first',
  ),
  FST_ERR_REP_READABLE_STREAM_LOCKED: defineError(
    500,
    () => 'ReadableStream was locked. You should call releaseLock() method on reader before sending.',
  ),
  FST_ERR_REP_ALREADY_SENT: defineError(
    500,
    (url: string, method: string) =>
      `Reply was already sent, did you forget to "return reply" in "${url}" (${method})?`,
  ),
  FST_ERR_SEND_INSIDE_ONERR: defineError(
    500,
    () =>
      'You cannot use `send` inside the `onError` hook. Answer in an error handler (setErrorHandler, @ErrorHandler)',
  ),
  FST_ERR_SEND_UNDEFINED_ERR: defineError(500, () => 'Undefined error has occurred'),
  FST_ERR_BAD_STATUS_CODE: defineError(
    500,
    (got: string, advice = 'a whole number from 100 to 599 is expected') =>
      `Called reply with an invalid status code: ${got} (${advice})`,
    'RangeError',
  ),
  FST_ERR_BAD_TRAILER_NAME: defineError(
    500,
    (name: string) => `Called reply.trailer with an invalid header name: ${name}`,
  ),
  FST_ERR_BAD_TRAILER_VALUE: defineError(
    500,
    (name: string, got: string) =>
      `Called reply.trailer('${name}', fn) with an invalid type: ${got}. Expected a function.`,
  ),
  FST_ERR_FAILED_ERROR_SERIALIZATION: defineError(
    500,
    (failure: string, original: string) =>
      `Failed to serialize an error. Error: ${failure}. Original error: ${original}`,
  ),
  FST_ERR_MISSING_SERIALIZATION_FN: defineError(
    500,
    (status: string) => `Missing serialization function. Key "${status}"`,
  ),
  FST_ERR_MISSING_CONTENTTYPE_SERIALIZATION_FN: defineError(
    500,
    (status: string, contentType: string) => `Missing serialization function. Key "${status}:${contentType}"`,
  ),
  FST_ERR_REQ_INVALID_VALIDATION_INVOCATION: defineError(
    500,
    (part: string) =>
      `Invalid validation invocation. Missing validation function for HTTP part "${part}" nor schema provided.`,
  ),
}))

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
    (what: string, bytes: number, most: number) =>
      `The ${what} of the response have ${bytes} bytes, and HTTP/2 sends at most ${most}. Send the data in the body, or raise maxSendHeaderBlockLength in the http or https options`,
    'RangeError',
  ),
}))
