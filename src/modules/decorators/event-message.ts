import { contractCodes } from '../../errors/contract-codes.js'
import { describeValue } from '../../support/values.js'

/** The fields of an event beside its data. */
export interface EventFields {
  /** The client sends the last one as `last-event-id` when it connects again. */
  readonly id?: string | number
  /** The name of the event. Without it the browser calls the listeners of `message`. */
  readonly event?: string
  /** The milliseconds until the client connects again. */
  readonly retry?: number
}

/** One event of a handler with `@Events`, made by `event`. */
export class EventMessage<D = unknown> {
  constructor(
    /** Written as JSON. */
    readonly data: D,
    /** The fields beside the data. */
    readonly fields: EventFields,
  ) {}
}

/**
 * An event with more than its data, for a handler with `@Events` (docs/recipes/streaming.md).
 *
 * @example
 * ```ts
 * yield event({ price: 7 }, { id: 12, event: 'price' })
 * ```
 * @throws ALC_ERR_EVENT_FIELD for a line break in `id` or `event`, and for a `retry` that is not a whole number
 */
export function event<D>(data: D, fields: EventFields = {}): EventMessage<D> {
  checkText('id', typeof fields.id === 'number' ? String(fields.id) : fields.id)
  checkText('event', fields.event)
  const { retry } = fields
  if (retry !== undefined && !(Number.isInteger(retry) && retry >= 0))
    throw new contractCodes.ALC_ERR_EVENT_FIELD('retry', describeValue(retry), 'a whole number of milliseconds')
  return new EventMessage(data, fields)
}

/** A line break would end the field, so that text of a client could add fields. Clients ignore an id with a null. */
function checkText(field: 'id' | 'event', value: unknown): void {
  if (value === undefined || (typeof value === 'string' && !/[\r\n\0]/.test(value))) return
  const got = typeof value === 'string' ? 'a text with a line break' : describeValue(value)
  throw new contractCodes.ALC_ERR_EVENT_FIELD(field, got, 'a text of one line')
}
