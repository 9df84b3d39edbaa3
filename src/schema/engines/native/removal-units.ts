import { findOrMake } from '../../../support/lazy.js'
import { isInherited, isPlainObject, type PlainObject } from '../../../support/values.js'
import { type CodeUnit, newUnit, UnitCode } from '../../emit/code-unit.js'
import { testNotNames } from '../../keywords/properties.js'
import type { SchemaRegistry } from '../../model/schema-registry.js'
import { type Declared, SchemaNumbers, SchemaShape } from '../../model/schema-shape.js'

/**
 * Writes the code that removes undeclared properties, in place and at every depth. It runs before the validation of a
 * value for which several schemas decide which properties are declared. Ajv's own removal looks at one branch at a
 * time. In a `oneOf` it so destroys properties that the next branch needs. This code keeps each property that any
 * branch names.
 */
export class RemovalUnits {
  readonly #shape: SchemaShape
  /** By the schema that was seen last, and by all schemas of a value. It is a schema of a request if there is one. */
  readonly #units = new WeakMap<PlainObject, Map<string, CodeUnit | null>>()
  readonly #numbers = new SchemaNumbers()

  constructor(registry: SchemaRegistry) {
    this.#shape = new SchemaShape((schema) => registry.target(schema))
  }

  /** The removal for values to which all of the schemas apply; `null`: nothing is to be removed. */
  find(schemas: readonly unknown[]): CodeUnit | null {
    const plain = schemas.filter(isPlainObject)
    const [last] = plain.sort((one, other) => this.#numbers.of(other) - this.#numbers.of(one))
    if (last === undefined) return null
    const units = findOrMake(this.#units, last, () => new Map<string, CodeUnit | null>())
    const key = this.#numbers.key(schemas)
    const known = units.get(key)
    if (known !== undefined) return known
    const unit = newUnit()
    units.set(key, unit) // a schema may contain itself
    this.#write(unit, schemas)
    if (unit.code !== '') return unit
    units.set(key, null)
    unit.code = 'return () => true' // units that reached it in a circle call it
    return null
  }

  #write(unit: CodeUnit, schemas: readonly unknown[]): void {
    const declared = this.#shape.declared(schemas)
    const code = new UnitCode(unit)
    const lines = [...this.#writeArray(declared, code), ...this.#writeObject(declared, code)]
    if (lines.length > 0) code.finish(`(value) => {\n${lines.join('\n')}\nreturn true\n}`)
  }

  #writeObject({ named, patterns: given, further: undeclared, isClosed }: Declared, code: UnitCode): string[] {
    const inner = [...named].map(([name, schemas]) => [name, this.find(schemas)] as const)
    const patterns = given.map(([pattern, schema]) => [pattern, this.find([schema])] as const)
    const rest = this.find(undeclared)
    if (!isClosed && rest === null && [...inner, ...patterns].every(([, unit]) => unit === null)) return []
    const lines = inner.flatMap(([name, unit]) => {
      const condition = isInherited(name) ? `if (Object.hasOwn(value, ${JSON.stringify(name)})) ` : ''
      return unit === null ? [] : `${condition}${code.call(unit)}(value[${JSON.stringify(name)}])`
    })
    const further = patterns.map(([pattern, unit]) => {
      const expression = code.constant(`patternOf(${JSON.stringify(pattern)})`)
      return `if (${expression}.test(name)) { ${unit === null ? '' : `${code.call(unit)}(value[name])`}; continue }`
    })
    if (isClosed) further.push('delete value[name]')
    else if (rest !== null) further.push(`${code.call(rest)}(value[name])`)
    if (further.length > 0) {
      const isFurther = testNotNames([...named.keys()], code).join(' && ') || 'true'
      lines.unshift(`for (const name in value) if (${isFurther}) {\n${further.join('\n')}\n}`)
    }
    return [`if (isPlainObject(value)) {\n${lines.join('\n')}\n}`]
  }

  #writeArray({ listed, furtherItems }: Declared, code: UnitCode): string[] {
    const rest = this.find(furtherItems)
    const units = listed.map((schemas) => this.find(schemas))
    const lines = units.flatMap((unit, index) => (unit === null ? [] : `${code.call(unit)}(value[${index}])`))
    if (rest !== null) {
      const statement = `${code.call(rest)}(value[index])`
      lines.push(`for (let index = ${listed.length}; index < value.length; index++) ${statement}`)
    }
    return lines.length === 0 ? [] : [`if (Array.isArray(value)) {\n${lines.join('\n')}\nreturn true\n}`]
  }
}
