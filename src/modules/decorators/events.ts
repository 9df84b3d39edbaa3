import type { WrittenPart } from '../../contracts/written-schema.js'
import { isRecord } from '../../support/values.js'
import { checkArguments } from './check-arguments.js'
import { checkOptions, methodDecorator, misuse, wrongArgument } from './decorator.js'
import type { MethodReturning } from './decorator-types.js'
import type { CheckingDecorator, EventsOf } from './handler-check.js'

/** Options of `@Events`. */
export interface EventsOptions<S = unknown> {
  /** The schema of the data of each event. */
  readonly data?: WrittenPart<S>
  /** The milliseconds without an event after which the server sends a comment, so that proxies keep the connection. */
  readonly heartbeat?: number
}

/** A decorator of handlers whose events have data that fits schema S. */
export type EventsDecorator<S> = CheckingDecorator<MethodReturning<unknown>, [EventsOf<S>]>

/**
 * The handler answers with server-sent events (docs/recipes/streaming.md). It is an async generator, or returns an async
 * iterable. Each value is one event, and its data is JSON. `event(data, { id })` sets further fields.
 *
 * The generator ends when the client leaves and when the server closes.
 *
 * @example
 * ```ts
 * @Get('/prices')
 * @Events({ data: { type: 'object', properties: { price: { type: 'number' } } }, heartbeat: 15_000 })
 * async *prices() {
 *   for await (const price of this.prices.changes()) yield { price }
 * }
 * ```
 * @throws ALC_ERR_DECORATOR_TWICE for two `@Events` on one method
 * @throws ALC_ERR_SCHEMA_CONFLICT at boot, if the route declares another response with status 200
 */
export function Events<const S = unknown>(options?: EventsOptions<S>): EventsDecorator<S>
export function Events(...given: [options?: unknown]): EventsDecorator<unknown> {
  checkArguments('Events', given)
  const [options = {}] = given
  const decorator = methodDecorator('Events', ({ events }, where) => {
    checkOptions('Events', where, options, '{ heartbeat: 15_000 }', ['data', 'heartbeat'])
    const { data = {}, heartbeat = null } = options as Record<string, unknown> // checked above
    if (!isRecord(data) && typeof data !== 'function') throw wrongArgument('Events', where, data, 'a schema as data')
    if (heartbeat !== null && !isDelay(heartbeat))
      throw wrongArgument('Events', where, heartbeat, 'a number of milliseconds above 0 as heartbeat')
    if (events !== null) throw misuse('ALC_ERR_DECORATOR_TWICE', 'Events', where, 'stream of events')
    return { events: Object.freeze({ data, heartbeat }) }
  })
  return decorator as unknown as EventsDecorator<unknown> // only types know the comparison
}

/** Timers of node take at most this delay. */
const longest = 2 ** 31 - 1

function isDelay(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= longest
}
