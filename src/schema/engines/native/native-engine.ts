import { isPlainObject, type PlainObject } from '../../../support/values.js'
import type { Mode } from '../../emit/check.js'
import { type CodeUnit, Units } from '../../emit/code-unit.js'
import type { NativeOptions } from '../../emit/native-options.js'
import { Unsupported } from '../../emit/unsupported.js'
import { RepeatedSchemas } from '../../model/repeated.js'
import type { LinkedSchema } from '../../model/schema-linker.js'
import { registeredKey, type SchemaRegistry } from '../../model/schema-registry.js'
import { hasRef } from '../../model/walk.js'
import type { RemovalUnits } from './removal-units.js'
import { checksOnlyRef } from './schema-keywords.js'
import { type Surroundings, type Target, UnitWriter } from './schema-writer.js'

/** The native code of a schema, and whether coercion may replace the whole value. */
export interface WrittenSchema {
  readonly unit: CodeUnit
  readonly replacesRoot: boolean
}

/** Writes the code of schemas, of each shared schema once for all that refer to it. */
export class NativeEngine implements Surroundings {
  readonly #units = new Units()
  readonly #repeated: RepeatedSchemas

  constructor(
    readonly options: NativeOptions,
    readonly removals: RemovalUnits,
    private readonly registry: SchemaRegistry,
  ) {
    this.#repeated = new RepeatedSchemas((schema) => registry.target(schema), 'at the first failure')
  }

  /** @param removes whether undeclared properties are removed @throws Unsupported */
  write({ schema }: LinkedSchema, removes: boolean): WrittenSchema {
    const { registry } = this
    const key = registeredKey(schema)
    const start = key === null ? schema : registry.get(key)?.schema
    if (key !== null && start === undefined) throw new Unsupported(`the $ref "${key}#"`)
    if (!isPlainObject(start)) throw new Unsupported('a schema that is not an object')
    const mode = { removes, isComposite: false, isBelowThen: false, isOfName: false, remembers: false }
    const unit = this.#unitOf(start, registry.pathOfRoot(schema), mode)
    this.#units.finish()
    return { unit, replacesRoot: registry.mayReplace(schema) }
  }

  #unitOf(schema: PlainObject, schemaPath: string, mode: Mode): CodeUnit {
    const place = `${mode.removes} ${mode.isComposite} ${mode.remembers} ${schemaPath}`
    return this.#units.of(schema, place, (unit) => {
      new UnitWriter(unit, this).write(schema, schemaPath, { ...mode, isBelowThen: false, isOfName: false })
    })
  }

  unitOf({ schema, isInlined, path }: Target, mode: Mode): CodeUnit {
    if (!isPlainObject(schema)) throw new Unsupported()
    if (isInlined) return this.#unitOf(schema, path, { ...mode, remembers: false })
    // Properties are removed on the way only where one schema applies to a value.
    const remembers = !mode.removes && (mode.remembers || this.#repeated.has(schema))
    return this.#unitOf(schema, '#', { ...mode, remembers })
  }

  /** A schema without `$ref`s counts as written in the place of a `$ref` to it; errors report it so, too. */
  resolve(from: PlainObject): Target {
    const schema = this.#targetOf(from)
    if (typeof schema !== 'boolean' && !isPlainObject(schema)) throw new Unsupported(`the $ref "${from.$ref}"`)
    return { schema, isInlined: !hasRef(schema), path: this.registry.refById(String(from.$ref)) }
  }

  /** A pointer continues through schemas that have only a `$ref`. */
  #targetOf(from: PlainObject): unknown {
    const { registry } = this
    const target = registry.target(from)
    if (whole.test(String(from.$ref))) return target
    return registry.follow(target, (schema) => {
      if (checksOnlyRef(schema)) return true
      if (this.options.version === 6) throw new Unsupported() // it ignores the keywords beside the `$ref`
      return false
    })
  }
}

const whole = /^[^#]*#?$/
