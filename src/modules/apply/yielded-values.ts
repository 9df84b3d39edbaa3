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

/** @throws FST_ERR_REP_INVALID_PAYLOAD_TYPE if a method returned nothing that can be iterated */
export function iteratorOf(given: unknown, yielding: Yielding): AsyncIterator<unknown> {
  if (!isAsyncIterable(given)) throw invalidPayload(given, yielding)
  return given[Symbol.asyncIterator]()
}

/** The values of an iterator. As in a loop, it is ended at most once, and not after its last value or its error. */
export class YieldedValues {
  #isOver = false

  /** @param failed called if the iterator fails while it ends */
  constructor(
    private readonly iterator: AsyncIterator<unknown>,
    private readonly failed: (error: unknown) => void,
  ) {}

  async next(): Promise<IteratorResult<unknown>> {
    try {
      const result = await this.iterator.next()
      if (result.done === true) this.#isOver = true
      return result
    } catch (error) {
      this.#isOver = true
      throw error
    }
  }

  /** The `finally` blocks of a generator run as soon as it does not wait. */
  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    try {
      containRejection(this.iterator.return?.(), this.failed)
    } catch (error) {
      this.failed(error)
    }
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
