import type { WrittenCode } from '../../contracts/precompiled.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import type { Format } from '../emit/native-options.js'
import type { CodeUnit, Runnable } from '../engines/native/code-unit.js'
import { NativeCode } from '../engines/native/native-code.js'
import type { RawValidate } from '../engines/validator-version.js'

/** Native code that was written ahead of time; each unit is made when it is first asked for. */
export class NativeReader {
  readonly #native: NativeCode
  readonly #units: ReturnType<WrittenCode>
  readonly #formats: () => ReadonlyMap<string, Format>
  readonly #made = new Map<number, Runnable>()

  constructor(code: WrittenCode, version: 6 | 8, formats: () => ReadonlyMap<string, Format>) {
    this.#native = new NativeCode({ version, formats })
    this.#units = code(this.#native.functions as never) // so it was written
    this.#formats = formats
  }

  /** @throws ALC_ERR_PRECOMPILED_STALE */
  validatorOf(number: number): RawValidate {
    return this.#native.validatorOf(this.#unitOf(number))
  }

  #unitOf(number: number): Runnable {
    const known = this.#made.get(number)
    if (known !== undefined) return known
    const unit = this.#units[number]
    if (unit === undefined) throw new schemaCodes.ALC_ERR_PRECOMPILED_STALE('parts of the file are missing')
    // Known before it is made: units call each other in circles.
    const made: Runnable = { run: null }
    this.#made.set(number, made)
    const called = unit.called.map((each: number) => this.#unitOf(each))
    made.run = unit.make(called, this.#formats) as CodeUnit['run'] // so it was written
    return made
  }
}
