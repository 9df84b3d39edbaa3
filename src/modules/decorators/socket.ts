import type { WrittenPart } from '../../contracts/written-schema.js'
import { isRecord } from '../../support/values.js'
import { checkArguments } from './check-arguments.js'
import { checkOptions, methodDecorator, misuse, wrongArgument } from './decorator.js'
import type { MethodReturning, ParameterDecoratorFunction } from './decorator-types.js'
import type { CheckingDecorator, EventsOf } from './handler-check.js'
import { parameterDecorator, type RecordingDecorator } from './parameters.js'
import { routeFact } from './routes.js'

/** Options of `@Socket`. */
export interface SocketOptions<S = unknown, R = unknown> {
  /** The schema of each message of the client. */
  readonly receive?: WrittenPart<R>
  /** The schema of each message that the method yields. */
  readonly send?: WrittenPart<S>
  /**
   * The answer to a message that does not fit `receive`. By default the server sends `statusCode`, `error` and
   * `message`. `'close'` ends the connection with the code 1007.
   */
  readonly invalid?: 'tell' | 'close'
}

/** A decorator of methods that yield messages, which fit schema S. */
export type SocketDecorator<S> = CheckingDecorator<MethodReturning<unknown>, [EventsOf<S, '@Socket'>]>

/**
 * A WebSocket (docs/recipes/websockets.md). The method is an async generator. It reads the messages of the client from
 * `@Messages()`. The server sends the values that it yields. All messages are JSON. Guards, hooks and the other
 * parameters hold for the handshake. A module of its line lists `@fastify/websocket` in `plugins`.
 *
 * @example
 * ```ts
 * @Socket('/echo', { receive: Text, send: Text })
 * async *echo(@Messages() messages: AsyncIterable<{ text: string }>) {
 *   for await (const { text } of messages) yield { text }
 * }
 * ```
 * @throws ALC_ERR_WEBSOCKET_UNSEEN at boot, if no plugin takes the route
 * @throws ALC_ERR_DECORATOR_TWICE for two `@Socket` on one method
 */
export function Socket<const S = unknown, const R = unknown>(
  path?: string,
  options?: SocketOptions<S, R>,
): SocketDecorator<S>
export function Socket(...given: [path?: string, options?: unknown]): SocketDecorator<unknown> {
  checkArguments('Socket', given)
  const [path = '', options = {}] = given
  const decorator = methodDecorator('Socket', ({ routes, socket }, where) => {
    checkOptions('Socket', where, options, '{ receive: schema }', ['receive', 'send', 'invalid'])
    const { receive = null, send = {}, invalid = 'tell' } = options as Record<string, unknown> // checked above
    for (const [name, schema] of Object.entries({ receive: receive ?? {}, send }))
      if (!isRecord(schema) && typeof schema !== 'function')
        throw wrongArgument('Socket', where, schema, `a schema as ${name}`)
    if (!isWay(invalid)) throw wrongArgument('Socket', where, invalid, `${ways.join(' or ')} as invalid`)
    if (socket !== null) throw misuse('ALC_ERR_DECORATOR_TWICE', 'Socket', where, 'socket')
    const route = routeFact('Socket', where, { methods: ['GET'], path, options: { websocket: true } })
    return { routes: [route, ...routes], socket: Object.freeze({ receive, send, invalid }) }
  })
  return decorator as unknown as SocketDecorator<unknown> // only types know the comparison
}

/** The values of the option `invalid`. */
const ways = ['tell', 'close'] as const

function isWay(value: unknown): value is (typeof ways)[number] {
  return ways.some((way) => way === value)
}

/** The messages of the client, in a method with `@Socket`. The iterable ends when the connection does. */
export function Messages(): ParameterDecoratorFunction<AsyncIterable<never>>
export function Messages(...given: []): RecordingDecorator {
  return parameterDecorator('Messages', given, () => ({ from: 'messages' }))
}
