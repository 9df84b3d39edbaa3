// Messages of the drop-in. They equal the messages of Fastify 5, because programs and their tests compare them. Each
// function takes the arguments of the core's message.

import {
  defineError,
  defineErrors,
  defineFastifyError,
  kindOf,
  type MessageText,
  useFastifyTexts,
} from '../errors/coded-error.js'
import * as table from '../errors/table.js'

/** `GET /a` as Fastify writes it: `GET:/a`. */
const colon = (route: string) => route.replace(' ', ':')

/** A value without the quotes of `describeValue`. */
const plain = (got: string) =>
  /^the string "(.*)"$/s.exec(got)?.[1] ?? got.replace(/^(?:number|boolean|bigint|symbol) /, '')

/**
 * The value that a call of `addHook` got instead of a function. Fastify prints that value itself, but prints the tag of
 * a route's value.
 */
const given = (got: string) => /^no hook: (.*)$/.exec(got)?.[1]

const stringTag = (got: string) => {
  const names: Readonly<Record<string, string>> = { 'an array': 'Array', null: 'Null', undefined: 'Undefined' }
  const name = names[got] ?? kindOf(got)
  return `[object ${name.slice(0, 1).toUpperCase()}${name.slice(1)}]`
}

const fastifyTexts: Readonly<Record<string, MessageText>> = {
  FST_ERR_OPTIONS_NOT_OBJ: () => 'Options must be an object',
  FST_ERR_QSP_NOT_FN: (got: string) => `querystringParser option should be a function, instead got '${kindOf(got)}'`,
  FST_ERR_SCHEMA_CONTROLLER_BUCKET_OPT_NOT_FN: (got: string) =>
    `schemaController.bucket option should be a function, instead got '${kindOf(got)}'`,
  FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN: (got: string) =>
    `schemaErrorFormatter option should be a non async function. Instead got '${got === 'an async function' ? '[object AsyncFunction]' : kindOf(got)}'.`,
  FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_OBJ: (got: string) =>
    `ajv.customOptions option should be an object, instead got '${kindOf(got)}'`,
  FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_ARR: (got: string) =>
    `ajv.plugins option should be an array, instead got '${kindOf(got)}'`,
  FST_ERR_LISTEN_OPTIONS_INVALID: (what: string) => `Invalid listen options: '${what}'`,
  FST_ERR_ERROR_HANDLER_NOT_FN: () => 'Error Handler must be a function',
  FST_ERR_ERROR_HANDLER_ALREADY_SET: () =>
    "Error Handler already set in this scope. Set 'allowErrorHandlerOverride: true' to allow overriding.",
  ALC_ERR_NOT_FOUND_HANDLER_ALREADY_SET: (prefix: string) =>
    `Not found handler already set for Fastify instance with prefix: '${prefix}'`,
  FST_ERR_CTP_ALREADY_PRESENT: (type: string) => `Content type parser '${type.trim().toLowerCase()}' already present.`,
  FST_ERR_CTP_INVALID_TYPE: () => 'The content type should be a string or a RegExp',
  FST_ERR_CTP_EMPTY_TYPE: () => 'The content type cannot be an empty string',
  FST_ERR_CTP_INVALID_HANDLER: () => 'The content type handler should be a function',
  FST_ERR_CTP_INVALID_PARSE_TYPE: (_type: string, got: string) =>
    `The body parser can only parse your data as 'string' or 'buffer', you asked '${plain(got)}' which is not supported.`,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => 'Unsupported Media Type',
  FST_ERR_CTP_INVALID_JSON_BODY: () => "Body is not valid JSON but content-type is set to 'application/json'",
  FST_ERR_CTP_INSTANCE_ALREADY_STARTED: (call: string) =>
    `Cannot call "${call}" when fastify instance is already started!`,
  FST_ERR_DEC_ALREADY_PRESENT: (name: string) => `The decorator '${name}' has already been added!`,
  FST_ERR_DEC_DEPENDENCY_INVALID_TYPE: (name: string) =>
    `The dependencies of decorator '${name}' must be of type Array.`,
  FST_ERR_DEC_MISSING_DEPENDENCY: (_name: string, dependency: string) =>
    `The decorator is missing dependency '${dependency}'.`,
  FST_ERR_DEC_AFTER_START: (name: string) => `The decorator '${name}' has been added after start!`,
  FST_ERR_DEC_REFERENCE_TYPE: (name: string) =>
    `The decorator '${name}' of type 'object' is a reference type. Use the { getter, setter } interface instead.`,
  FST_ERR_DEC_UNDECLARED: (name: string, what: string) => `No decorator '${name}' has been declared on ${what}.`,
  FST_ERR_HOOK_INVALID_TYPE: () => 'The hook name must be a string',
  FST_ERR_HOOK_INVALID_HANDLER: (name: string, got: string) =>
    `${name} hook should be a function, instead got ${given(got) ?? stringTag(got)}`,
  FST_ERR_HOOK_INVALID_ASYNC_HANDLER: () =>
    "Async function has too many arguments. Async hooks should not use the 'done' argument.",
  FST_ERR_HOOK_NOT_SUPPORTED: (name: string) => `${name} hook not supported!`,
  FST_ERR_LOG_INVALID_DESTINATION: () => 'Cannot specify both logger.stream and logger.file options',
  FST_ERR_LOG_INVALID_LOGGER: (missing: readonly string[]) =>
    `Invalid logger object provided. The logger instance should have these functions(s): '${String(missing)}'.`,
  FST_ERR_LOG_INVALID_LOGGER_INSTANCE: () => 'loggerInstance only accepts a logger instance.',
  FST_ERR_LOG_INVALID_LOGGER_CONFIG: () => 'logger options only accepts a configuration object.',
  FST_ERR_LOG_INVALID_LOG_CONTROLLER: (got: string) =>
    `logController option must be an instance of LogController, got '${kindOf(got)}'.`,
  FST_ERR_REP_RESPONSE_BODY_CONSUMED: () => 'Response.body is already consumed.',
  FST_ERR_SEND_INSIDE_ONERR: () => 'You cannot use `send` inside the `onError` hook',
  FST_ERR_BAD_TRAILER_VALUE: (name: string, got: string) =>
    `Called reply.trailer('${name}', fn) with an invalid type: ${kindOf(got)}. Expected a function.`,
  FST_ERR_BAD_STATUS_CODE: (got: string) => `Called reply with an invalid status code: ${got}`,
  FST_ERR_SCH_MISSING_ID: () => 'Missing schema $id property',
  FST_ERR_SCH_ALREADY_PRESENT: (id: string) => `Schema with id '${id}' already declared!`,
  FST_ERR_SCH_CONTENT_MISSING_SCHEMA: (_route: string, _part: string, mediaType: string) =>
    `Schema is missing for the content type '${mediaType}'`,
  FST_ERR_SCH_DUPLICATE: () => "Schema with 'querystring' already present!",
  FST_ERR_SCH_VALIDATION_BUILD: (route: string, _part: string, _pointer: string, problem: string) =>
    `Failed building the validation schema for ${route.replace(' ', ': ')}, due to error ${problem}`,
  FST_ERR_SCH_SERIALIZATION_BUILD: (route: string, _part: string, _pointer: string, problem: string) =>
    `Failed building the serialization schema for ${route.replace(' ', ': ')}, due to error ${problem}`,
  FST_ERR_SCH_RESPONSE_SCHEMA_NOT_NESTED_2XX: () =>
    'response schemas should be nested under a valid status code, e.g { 2xx: { type: "object" } }',
  FST_ERR_INIT_OPTS_INVALID: (option: string, expected: string, got: string) => {
    if (option.startsWith('prefix of ')) return `The ${option} must be ${expected}`
    const problem = expected === 'true or false' ? 'must be boolean' : `${option} must be ${expected}, got ${got}`
    return `Invalid initialization options: '["${problem}"]'`
  },
  FST_ERR_FORCE_CLOSE_CONNECTIONS_IDLE_NOT_AVAILABLE: () =>
    "Cannot set forceCloseConnections to 'idle' as your HTTP server does not support closeIdleConnections method",
  FST_ERR_DUPLICATED_ROUTE: (route: string) => {
    const [method, ...url] = route.split(' ')
    return `Method '${method}' already declared for route '${url.join(' ')}'`
  },
  FST_ERR_INVALID_URL: (_method: string, got: string) => `URL must be a string. Received '${kindOf(got)}'`,
  FST_ERR_ROUTE_OPTIONS_NOT_OBJ: (route: string) => `Options for "${colon(route)}" route must be an object`,
  FST_ERR_ROUTE_DUPLICATED_HANDLER: (route: string) => `Duplicate handler for "${colon(route)}" route is not allowed!`,
  FST_ERR_ROUTE_HANDLER_NOT_FN: (_what: string, route: string) =>
    `Error Handler for ${colon(route)} route, if defined, must be a function`,
  FST_ERR_ROUTE_MISSING_HANDLER: (route: string) => `Missing handler function for "${colon(route)}" route.`,
  FST_ERR_ROUTE_METHOD_INVALID: () => 'Provided method is invalid!',
  FST_ERR_ROUTE_METHOD_NOT_SUPPORTED: (method: string) => `${method} method is not supported.`,
  FST_ERR_ROUTE_LOG_LEVEL_INVALID: (route: string, got: string) =>
    `Log level for '${colon(route)}' route must be a valid logger level. Received: '${plain(got)}'`,
  FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED: (route: string) =>
    `Body validation schema for ${colon(route.replace(/^(\w+),\S*/, '$1'))} route is not supported!`,
  FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT: (_where: string, got: string) =>
    `'bodyLimit' option must be an integer > 0. Got '${asText(got)}'`,
  FST_ERR_ROUTE_HANDLER_TIMEOUT_OPTION_NOT_INT: (_where: string, got: string) =>
    `'handlerTimeout' option must be an integer > 0. Got '${asText(got)}'`,
  FST_ERR_ROUTE_REWRITE_NOT_STR: (url: string, got: string) =>
    `Rewrite url for "${url}" needs to be of type "string" but received "${kindOf(got)}"`,
  FST_ERR_REOPENED_CLOSE_SERVER: () => 'Fastify has already been closed and cannot be reopened',
  FST_ERR_REOPENED_SERVER: () => 'Fastify is already listening',
  // Programs create this error with a sentence, the core with the name of a call.
  FST_ERR_INSTANCE_ALREADY_LISTENING: (call: string) => {
    const sentence = call === 'route' ? 'Cannot add route!' : `Cannot call "${call}"!`
    return `Fastify instance is already listening. ${call.includes(' ') ? call : sentence}`
  },
  FST_ERR_PLUGIN_VERSION_MISMATCH: (plugin: string, range: string, version: string) =>
    `fastify-plugin: ${plugin} - expected '${range}' fastify version, '${version}' is installed`,
  FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE: (decorator: string, plugin: string, where: string) => {
    const [name = ''] = where.split(' ')
    const by = plugin === '' ? '' : ` required by '${plugin}'`
    return `The decorator '${decorator}'${by} is not present in ${name}`
  },
  FST_ERR_PLUGIN_INVALID_ASYNC_HANDLER: (plugin: string) =>
    `The ${plugin} plugin being registered mixes async and callback styles. Async plugin should not mix async and callback style.`,
  FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED: (dependency: string, plugin: string) =>
    `The dependency '${dependency}' of plugin '${plugin}' is not registered`,
  FST_ERR_PLUGIN_CALLBACK_NOT_FN: (text: string) =>
    `fastify-plugin: Callback for \`ready\` is not a function. Received: ${kindOf(text)}`,
  FST_ERR_PLUGIN_NOT_VALID: (_context: string, got: string) =>
    `fastify-plugin: Plugin must be a function or a promise. Received: '${kindOf(got)}'`,
  FST_ERR_ROOT_PLG_BOOTED: () => 'fastify-plugin: Root plugin has already booted',
  FST_ERR_PARENT_PLUGIN_BOOTED: (plugin: string, context: string) =>
    `fastify-plugin: Impossible to load "${plugin}" plugin because the parent "${context}" was already loaded`,
  FST_ERR_PLUGIN_TIMEOUT: (plugin: string) =>
    `fastify-plugin: Plugin did not start in time: '${plugin}'. You may have forgotten to call 'done' function or to resolve a Promise`,
}

/** The text of a value in a template: `[object Object]` for an object, the items for a list. */
function asText(got: string): string {
  return got === 'an object' ? '[object Object]' : got === 'an array' ? '' : plain(got)
}

useFastifyTexts(fastifyTexts)

/** Errors of Fastify that the core never throws. Programs look up their classes. */
const unused = defineErrors(() => ({
  FST_ERR_MISSING_MIDDLEWARE: defineError(
    500,
    () => 'Middleware needs a plugin: register @fastify/middie or @fastify/express',
  ),
  FST_ERR_REP_SENT_VALUE: defineError(500, () => 'reply.sent can be set to true only', 'TypeError'),
  FST_ERR_ROUTE_MISSING_CONTENT: defineError(400, (method: string) => `A ${method} request needs a body`),
}))

const validation = {
  FST_ERR_VALIDATION: defineFastifyError({
    code: 'FST_ERR_VALIDATION',
    statusCode: 400,
    Base: Error,
    message: (text: unknown) => String(text),
  }),
}

/** `errorCodes` of the drop-in: the codes of Fastify. */
export const errorCodes = Object.fromEntries(
  Object.entries({ ...table.errorCodes, ...validation, ...unused }).filter(([code]) => code.startsWith('FST_ERR_')),
)
