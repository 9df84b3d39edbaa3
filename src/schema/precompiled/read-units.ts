import { createRequire } from 'node:module'
import type { UnitFunction, WrittenUnit } from '../../contracts/precompiled.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { equality6 } from '../engines/ajv-equality.js'
import { createNativeCheck } from '../model/native-branches.js'

const require = createRequire(import.meta.url)

/** No schema is asynchronous: nothing throws it. */
class ValidationError extends Error {}

/** The functions of version 6 that were written down; they call each other, in circles as well. */
export class Units {
  readonly #written: readonly WrittenUnit[]
  readonly #formats: Readonly<Record<string, unknown>>
  readonly #made = new Map<number, UnitFunction>()
  readonly #natively = createNativeCheck('should')

  readonly #length: unknown = require('ajv6/lib/compile/ucs2length')

  constructor(written: readonly WrittenUnit[], formats: Readonly<Record<string, unknown>>) {
    this.#written = written
    this.#formats = formats
  }

  get(number: number): UnitFunction {
    const known = this.#made.get(number)
    if (known !== undefined) return known
    const unit = this.#written[number]
    if (unit === undefined) throw new schemaCodes.ALC_ERR_PRECOMPILED_STALE('parts of the file are missing')
    const { make, calls, defaults } = unit
    // It is called for what it refers to before it is finished itself: they meet by way of a stand-in.
    const standIn = this.#standInFor(number)
    this.#made.set(number, standIn)
    const refVal = calls.map((called) => (called === null ? undefined : this.get(called)))
    const root = { refVal: [unit.root === number ? standIn : this.get(unit.root)] }
    const rules = new Proxy([], { get: () => this.#natively }) // the one keyword that is a function
    const parts = [null, null, this.#formats, root, refVal, defaults, rules, equality6, this.#length, ValidationError]
    const validate = make(...parts)
    refVal[0] = validate
    validate.schema = unit.schema?.() ?? null
    this.#made.set(number, validate)
    return validate
  }

  #standInFor(number: number): UnitFunction {
    const units = this.#made
    const standIn: UnitFunction = function (this: unknown, ...parts) {
      const validate = units.get(number) ?? standIn
      const isValid = validate.apply(this, parts)
      standIn.errors = validate.errors ?? null
      return isValid
    }
    return standIn
  }
}
