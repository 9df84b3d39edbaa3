import { defineError, defineErrors } from './coded-error.js'

/** Options of the server, its life cycle, and invalid requests. */
export const serverCodes = defineErrors(() => ({
  FST_ERR_NOT_FOUND: defineError(404, () => 'Not Found'),
  FST_ERR_OPTIONS_NOT_OBJ: defineError(
    500,
    () => 'The options of the server must be an object, such as { logger: true }',
    'TypeError',
  ),
  FST_ERR_INIT_OPTS_INVALID: defineError(
    500,
    (option: string, expected: string, got: string) => `Option "${option}" must be ${expected}, got ${got}`,
    'TypeError',
  ),
  ALC_ERR_OPTION_UNKNOWN: defineError(500, (problem: string) => problem, 'TypeError'),
  FST_ERR_QSP_NOT_FN: defineError(
    500,
    (got: string) => `Server option "querystringParser" must be a function (query: string) => object, got ${got}`,
    'TypeError',
  ),
  FST_ERR_FORCE_CLOSE_CONNECTIONS_IDLE_NOT_AVAILABLE: defineError(
    500,
    () =>
      `forceCloseConnections: 'idle' needs a server with closeIdleConnections(), and the server of serverFactory lacks it. Use true or false`,
  ),
  FST_ERR_LISTEN_OPTIONS_INVALID: defineError(500, (what: string) => `Invalid listen options: ${what}`, 'TypeError'),
  EADDRINUSE: defineError(
    // node's code: programs check it
    500,
    (address: string, isPath: boolean) =>
      isPath
        ? `listen EADDRINUSE: the file ${address} exists. Another server listens there, or an earlier process left it. Stop that server, or remove the file`
        : `listen EADDRINUSE: ${address} is in use by another server. Stop that server, or listen elsewhere: port 0 takes any free one`,
  ),
  FST_ERR_REOPENED_CLOSE_SERVER: defineError(
    500,
    () => 'The server is closed and cannot be opened again. Create a new one',
  ),
  ALC_ERR_NOT_A_REQUEST: defineError(
    500,
    (given: string) =>
      `The argument of handle() is ${given} and not a Request. Pass a WHATWG Request: new Request('http://localhost/users')`,
    'TypeError',
  ),
  FST_ERR_REOPENED_SERVER: defineError(500, () => 'The server is already listening. Call listen once'),
  FST_ERR_INSTANCE_ALREADY_LISTENING: defineError(
    500,
    (call: string, context: string) =>
      `${call} was called in context "${context}" after boot, when all contexts are complete. Call it inside a plugin, or before ready() and listen()`,
  ),
  ALC_ERR_REQUEST_HEAD: defineError(400, (what: string) => `The head of the request is not valid: ${what}`),
  ALC_ERR_BODY_CHUNKS: defineError(
    400,
    () => 'The chunks or the trailers of the request body are malformed. Send each chunk behind its length',
  ),
  ALC_ERR_TRANSFER_CODING: defineError(
    501,
    (coding: string) =>
      `The transfer coding "${coding}" is not supported. Send the body in chunks, without another coding`,
  ),
  FST_ERR_BAD_URL: defineError(400, (path: string) => `'${path}' is not a valid url component`, 'URIError'),
  FST_ERR_MAX_PARAM_LENGTH: defineError(
    414,
    (path: string) => `'${path}' is exceeding the max param length`,
    'URIError',
  ),
  FST_ERR_ASYNC_CONSTRAINT: defineError(500, () => 'Unexpected error from async constraint'),
  FST_ERR_ROUTE_REWRITE_NOT_STR: defineError(
    500,
    (url: string, got: string) => `rewriteUrl must return the new url as a string; for "${url}" it returned ${got}`,
    'TypeError',
  ),
  ALC_ERR_ANSWER_CUT: defineError(
    500,
    (request: string) =>
      `The answer to ${request} ended before it was complete: the reader left, or the response was destroyed. Send the whole answer`,
  ),
  ALC_ERR_HEALTH_CHECK_TIMEOUT: defineError(
    500,
    (check: string, milliseconds: number) =>
      `The health check "${check}" did not end within ${milliseconds} ms. Make it faster, or raise health.checkTimeout`,
  ),
  FST_ERR_HANDLER_TIMEOUT: defineError(
    503,
    (milliseconds: number, route: string) => `Request timed out after ${milliseconds} ms on route '${route}'`,
  ),
}))
