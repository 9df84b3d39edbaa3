import type { Judged } from '../../emit/runtime.js'
import { Unruled } from '../../emit/unsupported.js'
import { hasRef } from '../../model/holds-entry.js'
import { isPlainObject, type PlainObject } from '../../model/plain-data.js'
import type { SchemaRegistry } from '../../model/schema-registry.js'
import type { Told } from './errors.js'
import { type Reference, RuleCode } from './rule-code.js'
import type { RuleOptions } from './rule-options.js'
import { hasParts, isOnlyRef } from './telling.js'

/** The rules of one schema. Units call each other, in circles as well. */
export interface RuleUnit extends Judged {
  readonly options: RuleOptions
  /** The body of a function that gives the judge; empty while it is written. */
  code: string
  /** What its rules say where they fail. */
  told: readonly Told[]
  called: readonly RuleUnit[]
  /** Whether its code has been added to what is compiled. */
  isAdded: boolean
}

/** Writes schemas as rules, each shared schema once for all that refer to it. */
export class RuleUnits {
  readonly #options: RuleOptions
  readonly #registry: SchemaRegistry
  readonly #units = new WeakMap<PlainObject, Map<string, RuleUnit>>()

  constructor(options: RuleOptions, registry: SchemaRegistry) {
    this.#options = options
    this.#registry = registry
  }

  /** The rules of a linked schema; `null`: it, or one that it refers to, says something that there are no rules for. */
  find(schema: PlainObject, removes: boolean): RuleUnit | null {
    try {
      const unit = this.#unitOf(schema, schema, '#', removes)
      return isWhole(unit) ? unit : null
    } catch (error) {
      if (error instanceof Unruled) return null
      throw error
    }
  }

  #unitOf(schema: PlainObject, root: PlainObject, schemaPath: string, removes: boolean): RuleUnit {
    const byPlace = this.#units.get(schema) ?? new Map<string, RuleUnit>()
    this.#units.set(schema, byPlace)
    const place = `${removes} ${schemaPath}`
    const known = byPlace.get(place)
    if (known !== undefined) return known
    const options = this.#options
    const unit: RuleUnit = { options, code: '', told: [], called: [], isAdded: false, judge: null }
    byPlace.set(place, unit)
    const refer = (from: PlainObject) => this.#refer(from, root, removes)
    const code = new RuleCode({ options, removes, refer })
    unit.code = code.write(schema, schemaPath)
    unit.called = code.called
    unit.told = code.told
    return unit
  }

  /** A schema without `$ref`s is as good as written in the place of what refers to it, for those who read failures, too. */
  #refer(from: PlainObject, root: PlainObject, removes: boolean): Reference<RuleUnit> {
    const target = this.#targetOf(from, root)
    if (typeof target === 'boolean') return { schema: target }
    if (!isPlainObject(target)) throw new Unruled()
    const isInPlace = !hasRef(target)
    if (isInPlace && !hasParts(target)) return { schema: target }
    return { unit: this.#unitOf(target, root, isInPlace ? String(from.$ref) : '#', removes) }
  }

  /** A pointer leads on through what is nothing but a `$ref`. */
  #targetOf(from: PlainObject, root: PlainObject): unknown {
    const passed = new Set<unknown>()
    let target = this.#registry.target(from, root)
    if (whole.test(String(from.$ref))) return target
    while (isPlainObject(target) && target.$ref !== undefined && isOnlyRef(target) && !passed.has(target)) {
      passed.add(target)
      target = this.#registry.target(target, root)
    }
    return target
  }
}

/** `key#`, and `#`. */
const whole = /^[^#]*#?$/

/** Whether everything that the code calls has been written. */
function isWhole(unit: RuleUnit): boolean {
  return unitsBelow(unit).every(({ code }) => code !== '')
}

/** A unit and all that it calls, by whatever way. */
export function unitsBelow(unit: RuleUnit): readonly RuleUnit[] {
  const found = new Set([unit])
  for (const each of found) for (const called of each.called) found.add(called)
  return [...found]
}
