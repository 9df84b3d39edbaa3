// Names of what the server keeps on requests and replies. Symbols, because plugins make objects that inherit from a
// request or a reply (where `#private` would throw) and applications decorate them with names of their own.
// Import as `slots`.

/** The compiled route. */
export const route = Symbol('alcove.route')
export const reply = Symbol('alcove.reply')
/** Headers that replace those of the raw request; on a reply, those to be sent. */
export const headers = Symbol('alcove.headers')
/** AbortController of `request.signal`, made on demand. */
export const abort = Symbol('alcove.abort')
/** The body stream, as `preParsing` hooks left it. */
export const payload = Symbol('alcove.payload')
export const phase = Symbol('alcove.phase')
export const serializer = Symbol('alcove.serializer')
export const trailers = Symbol('alcove.trailers')
/** How many error handlers have had the error; -1 while there is none. */
export const handled = Symbol('alcove.handled')
/** `performance.now()` at arrival and at the end; 0 where nobody asks. */
export const started = Symbol('alcove.started')
export const ended = Symbol('alcove.ended')
/** On the drop-in: whether the handler runs, which gets what `send` throws. */
export const calling = Symbol('alcove.calling')
/** Whether the application chose the status. */
export const statusSet = Symbol('alcove.statusSet')
/** What takes the answer while functions run around the handler. */
export const holder = Symbol('alcove.holder')
/** What is built for the request alone; absent where nothing is. */
export const built = Symbol('alcove.built')
/** What of that has to end with the request; absent where nothing has. */
export const scope = Symbol('alcove.scope')
