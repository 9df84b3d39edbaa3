// Values that methods with `@Events` and `@Socket` yield.
import type { Reply } from '../../contracts/reply.js'
import { invalidPayload } from '../../request/message/invalid-payload.js'
import { containRejection, readProperty } from '../../support/values.js'

/** The route in errors about a value, and the fix. */
interface Yielding {
  readonly route: string
  readonly advice: string
}

export function isAsyncIterable(given: unknown): given is AsyncIterable<unknown> {
  return typeof readProperty(given, Symbol.asyncIterator) === 'function'
}

/** The iterator of what a method returned. @throws FST_ERR_REP_INVALID_PAYLOAD_TYPE if it has none */
export function iteratorOf(given: unknown, yielding: Yielding): AsyncIterator<unknown> {
  if (!isAsyncIterable(given)) throw invalidPayload(given, yielding)
  return given[Symbol.asyncIterator]()
}

/** Ends an iterator. The `finally` blocks of a generator run as soon as it does not wait. */
export function endIterator(iterator: AsyncIterator<unknown>, failed: (error: unknown) => void): void {
  try {
    containRejection(iterator.return?.(), failed)
  } catch (error) {
    failed(error)
  }
}

export type WriteValue = (value: unknown, yielding: Yielding) => Promise<string>

/** Writes values by the schema that the route declares for them. `write` throws for a value that is not JSON. */
export function valueWriter(reply: Reply, contentType?: string): WriteValue {
  const write: (value: unknown) => unknown = reply.getSerializationFunction(200, contentType) ?? JSON.stringify
  return async (value, yielding) => {
    const text = await write(value)
    if (typeof text !== 'string') throw invalidPayload(value, yielding)
    return text
  }
}
