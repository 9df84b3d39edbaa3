import type { Mode } from '../../emit/check.js'
import { type CodeUnit, newUnit, unitsBelow } from '../../emit/code-unit.js'
import type { NativeOptions } from '../../emit/native-options.js'
import { Unsupported } from '../../emit/unsupported.js'
import { hasRef } from '../../model/holds-entry.js'
import { isPlainObject, type PlainObject } from '../../model/plain-data.js'
import type { SchemaRegistry } from '../../model/schema-registry.js'
import type { RemovalUnits } from './removal-units.js'
import { isOnlyRef } from './schema-keywords.js'
import { UnitWriter } from './schema-writer.js'

/** Writes the code of schemas, of each shared schema once for all that refer to it. */
export class NativeSchemas {
  readonly #options: NativeOptions
  readonly #registry: SchemaRegistry
  readonly #removals: RemovalUnits
  readonly #units = new WeakMap<PlainObject, Map<string, CodeUnit>>()

  constructor(options: NativeOptions, registry: SchemaRegistry, removals: RemovalUnits) {
    this.#options = options
    this.#registry = registry
    this.#removals = removals
  }

  /** The code of a linked schema, or why only ajv validates it. */
  find(schema: PlainObject, removes: boolean): { unit: CodeUnit } | { reason: string } {
    try {
      const mode = { removes, isComposite: false, isBelowThen: false, isOfName: false }
      const unit = this.#unitOf(schema, schema, '#', mode)
      return isWhole(unit) ? { unit } : { reason: new Unsupported('a schema that it refers to').message }
    } catch (error) {
      if (error instanceof Unsupported) return { reason: error.message }
      throw error
    }
  }

  #unitOf(schema: PlainObject, root: PlainObject, schemaPath: string, mode: Mode): CodeUnit {
    const byPlace = this.#units.get(schema) ?? new Map<string, CodeUnit>()
    this.#units.set(schema, byPlace)
    const place = `${mode.removes} ${mode.isComposite} ${schemaPath}`
    const known = byPlace.get(place)
    if (known !== undefined) return known
    const unit = newUnit()
    byPlace.set(place, unit)
    const writer = new UnitWriter({
      options: this.#options,
      resolve: (from) => this.#resolve(from, root),
      refById: (from) => this.#registry.refById(String(from.$ref), root),
      unitOf: (from, inner) => this.#unitOfRef(from, root, inner),
      removalOf: (part) => this.#removals.find(part, root),
    })
    unit.code = writer.write(schema, schemaPath, { ...mode, isBelowThen: false, isOfName: false })
    unit.called = writer.called
    unit.rules = writer.rules
    return unit
  }

  #unitOfRef(from: PlainObject, root: PlainObject, mode: Mode): CodeUnit {
    const { target, isInlined } = this.#resolve(from, root)
    if (!isPlainObject(target)) throw new Unsupported()
    return this.#unitOf(target, root, isInlined ? this.#registry.refById(String(from.$ref), root) : '#', mode)
  }

  /** A schema without `$ref`s is as good as written in the place of a `$ref` to it; errors report it so, too. */
  #resolve(from: PlainObject, root: PlainObject): { target: unknown; isInlined: boolean } {
    const target = this.#targetOf(from, root)
    if (typeof target !== 'boolean' && !isPlainObject(target)) throw new Unsupported(`the $ref "${from.$ref}"`)
    return { target, isInlined: !hasRef(target) }
  }

  /** A pointer leads on through what is nothing but a `$ref`. */
  #targetOf(from: PlainObject, root: PlainObject): unknown {
    const passed = new Set<unknown>()
    let target = this.#registry.target(from, root)
    if (whole.test(String(from.$ref))) return target
    while (isPlainObject(target) && target.$ref !== undefined && !passed.has(target)) {
      if (!isOnlyRef(target)) {
        if (this.#options.version === 6) throw new Unsupported() // it passes over what is beside the `$ref`
        return target
      }
      passed.add(target)
      target = this.#registry.target(target, root)
    }
    return target
  }
}

/** `key#`, and `#`. */
const whole = /^[^#]*#?$/

/** Whether everything that the code calls has been written. */
function isWhole(unit: CodeUnit): boolean {
  return unitsBelow(unit).every(({ code }) => code !== '')
}
