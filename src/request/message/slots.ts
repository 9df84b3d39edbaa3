// Names of the properties that the server keeps on requests and replies. They are symbols, because plugins make objects
// that inherit from a request or a reply, where `#private` would throw. Applications also decorate requests and replies
// with their own names. Import as `slots`.

/** The compiled route. */
export const route = Symbol('alcove.route')
export const reply = Symbol('alcove.reply')
/** On a request, headers that replace those of the raw request. On a reply, the headers to send. */
export const headers = Symbol('alcove.headers')
/** AbortController of `request.signal`, made on demand. */
export const abort = Symbol('alcove.abort')
/** The body stream that replaces the raw request, if a `preParsing` hook has set it. */
export const payload = Symbol('alcove.payload')
export const phase = Symbol('alcove.phase')
export const serializer = Symbol('alcove.serializer')
export const trailers = Symbol('alcove.trailers')
/**
 * The number of error handlers that have had the error; -1 while there is no error. See also `resumed` in `fail.ts`.
 */
export const handled = Symbol('alcove.handled')
/** `performance.now()` at arrival and at the end; 0 on routes that do not read it. */
export const started = Symbol('alcove.started')
export const ended = Symbol('alcove.ended')
/** On the drop-in, whether the handler runs. `send` then throws its errors to the handler. */
export const calling = Symbol('alcove.calling')
/** Whether the application chose the status. */
export const statusSet = Symbol('alcove.statusSet')
/** The innermost function around the handler that runs, which holds its answer. */
export const holder = Symbol('alcove.holder')
/** Instances that are created for this request alone. The property is absent if there are no instances. */
export const built = Symbol('alcove.built')
/**
 * The instances of `built` that must be disposed with the request. The property is absent if there are no instances.
 */
export const scope = Symbol('alcove.scope')
