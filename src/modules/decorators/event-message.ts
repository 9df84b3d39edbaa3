import { contractCodes } from '../../errors/contract-codes.js'
import { describeValue, isPlainObject } from '../../support/values.js'

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
 * @throws ALC_ERR_EVENT_FIELD for a line break in `id` or `event`, for a `retry` that is not a whole number, and for other
 *   fields
 */
export function event<D>(data: D, fields: EventFields = {}): EventMessage<D> {
  checkNames(fields)
  checkText('id', typeof fields.id === 'number' ? String(fields.id) : fields.id)
  checkText('event', fields.event)
  const { retry } = fields
  if (retry !== undefined && !(Number.isInteger(retry) && retry >= 0))
    throw wrongField('retry', retry, 'a whole number of milliseconds')
  return new EventMessage(data, fields)
}

function checkNames(fields: unknown): void {
  if (!isPlainObject(fields)) throw wrongField('the second argument', fields, 'an object, such as { id: 12 }')
  const stray = Object.keys(fields).find((name) => !names.has(name))
  if (stray !== undefined) throw wrongField(`"${stray}"`, fields[stray], 'id, event or retry')
}

const names: ReadonlySet<string> = new Set(['id', 'event', 'retry'])

function wrongField(field: string, value: unknown, wanted: string): Error {
  const got = typeof value === 'string' && /[\r\n\0]/.test(value) ? 'a text with a line break' : describeValue(value)
  return new contractCodes.ALC_ERR_EVENT_FIELD(field, got, wanted)
}

/** A line break would end the field, so that text of a client could add fields. Clients ignore an id with a null. */
function checkText(field: 'id' | 'event', value: unknown): void {
  if (value === undefined || (typeof value === 'string' && !/[\r\n\0]/.test(value))) return
  throw wrongField(field, value, 'a text of one line')
}
