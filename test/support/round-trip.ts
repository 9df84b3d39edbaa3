import type { Precompiled } from '#dist/contracts/precompiled.js'
import type { AheadOfTime, BootCompilers, DefaultCompilers, SchemaOptions } from '#dist/schema/compiler/compilers.js'
import { Deferred, type Prepared } from '#dist/schema/compiler/default-compiler.js'
import { ArtefactReader, ArtefactWriter, standInFor } from '#dist/schema/precompiled/ahead-of-time.js'

/**
 * A value for the option `precompiled`. The server writes each schema at boot, and uses the written code for requests.
 */
export function roundTrip(): Precompiled {
  return standInFor((options) => new RoundTrip(options))
}

class RoundTrip implements AheadOfTime {
  readonly #writer: ArtefactWriter
  readonly #options: SchemaOptions
  #reader: ArtefactReader | null = null

  constructor(options: SchemaOptions) {
    this.#options = options
    this.#writer = new ArtefactWriter(options)
  }

  inContext(compilers: DefaultCompilers): BootCompilers {
    const writing = this.#writer.inContext(compilers)
    const reading = () => {
      this.#reader ??= new ArtefactReader(evaluate(this.#writer.code), this.#options)
      return this.#reader.inContext(compilers)
    }
    return {
      prepareValidator: (input) => {
        writing.prepareValidator(input)
        return new Deferred(() => functionOf(reading().prepareValidator(input)))
      },
      prepareSerializer: (input) => {
        writing.prepareSerializer(input)
        return new Deferred(() => functionOf(reading().prepareSerializer(input)))
      },
      checkShared: (schemas, context) => writing.checkShared(schemas, context),
    }
  }
}

function functionOf<T>(prepared: Prepared<T>): T {
  return prepared instanceof Deferred ? prepared.get() : prepared
}

/** The default export of a module, from its text. */
export function evaluate(code: string): Precompiled {
  return new Function(code.replace('export default', 'return'))() as Precompiled // the writer wrote it
}
