import { type CodeUnit, callTo, newUnit } from '../../emit/code-unit.js'
import { isInherited, isPlainObject, type PlainObject } from '../../model/plain-data.js'
import type { SchemaRegistry } from '../../model/schema-registry.js'
import { namedProperties, SchemaShape } from '../../model/schema-shape.js'

/**
 * Writes the code that removes undeclared properties, in place and at every depth, before schemas validate a value of
 * which several decide what is declared. ajv's own removal looks at one branch at a time and so destroys, in a `oneOf`,
 * what the next branch needs; this one keeps whatever any branch names.
 */
export class RemovalUnits {
  readonly #registry: SchemaRegistry
  readonly #shared: RemovalsIn
  readonly #byRoot = new WeakMap<PlainObject, RemovalsIn>()

  constructor(registry: SchemaRegistry) {
    this.#registry = registry
    this.#shared = new RemovalsIn(this.#shapeIn({}), null)
  }

  /** The removal for values of a schema; `null`: nothing is to be removed. @param root the schema around it */
  find(schema: PlainObject, root: PlainObject): CodeUnit | null {
    if (this.#registry.owns(schema)) return this.#shared.find([schema])
    const known = this.#byRoot.get(root) ?? new RemovalsIn(this.#shapeIn(root), this.#elsewhere)
    this.#byRoot.set(root, known)
    return known.find([schema])
  }

  get #elsewhere(): Elsewhere {
    return { owns: (schema) => this.#registry.owns(Object(schema)), removals: this.#shared }
  }

  #shapeIn(root: PlainObject): SchemaShape {
    return new SchemaShape((schema) => this.#registry.target(schema, root))
  }
}

/** Shared schemas: what they remove is written once for all that refer to them. */
interface Elsewhere {
  owns: (schema: unknown) => boolean
  removals: RemovalsIn
}

/** The removals for the schemas of one root. */
class RemovalsIn {
  readonly #shape: SchemaShape
  readonly #elsewhere: Elsewhere | null
  readonly #units = new Map<string, CodeUnit | null>()
  readonly #numbers = new Map<unknown, number>()

  constructor(shape: SchemaShape, elsewhere: Elsewhere | null) {
    this.#shape = shape
    this.#elsewhere = elsewhere
  }

  /** The removal for a value that all of the schemas apply to. */
  find(schemas: readonly unknown[]): CodeUnit | null {
    if (schemas.length === 0) return null
    if (this.#elsewhere !== null && schemas.every(this.#elsewhere.owns)) return this.#elsewhere.removals.find(schemas)
    const key = this.#keyOf(schemas)
    const known = this.#units.get(key)
    if (known !== undefined) return known
    const unit = newUnit()
    this.#units.set(key, unit) // a schema may contain itself
    this.#write(unit, schemas)
    if (unit.code !== '') return unit
    this.#units.set(key, null)
    unit.code = 'return () => true' // those that found it in a circle call it
    return null
  }

  #keyOf(schemas: readonly unknown[]): string {
    const numbers = schemas.map((schema) => {
      const number = this.#numbers.get(schema) ?? this.#numbers.size
      this.#numbers.set(schema, number)
      return number
    })
    return [...new Set(numbers)].sort((one, other) => one - other).join()
  }

  #write(unit: CodeUnit, schemas: readonly unknown[]): void {
    const beside = new Set<PlainObject>()
    for (const schema of schemas) this.#shape.beside(schema, beside)
    const code = new RemovalCode()
    const lines = [...this.#writeArray(beside, code), ...this.#writeObject(schemas, beside, code)]
    unit.called = code.called
    const body = `return (value) => {\n${lines.join('\n')}\nreturn true\n}`
    if (lines.length > 0) unit.code = [...code.constants, body].join('\n')
  }

  #writeObject(schemas: readonly unknown[], beside: Set<PlainObject>, code: RemovalCode): string[] {
    const isClosed = this.#shape.isClosed(schemas)
    // A schema with `additionalProperties: false` means its own properties, not those of its branches.
    const isFenced = schemas.length === 1 && isPlainObject(schemas[0]) && schemas[0].additionalProperties === false
    const declaring = isFenced ? (schemas as PlainObject[]) : [...beside] // checked just above
    const named = this.#byName(declaring)
    const patterns = this.#byPattern(declaring)
    const rest = this.find(declaring.map((schema) => schema.additionalProperties).filter(isPlainObject))
    const inner = [...named].filter(([, unit]) => unit !== null)
    if (!isClosed && rest === null && inner.length === 0 && patterns.every(([, unit]) => unit === null)) return []
    const lines = inner.map(([name, unit]) => {
      const at = `value[${JSON.stringify(name)}]`
      const condition = isInherited(name) ? `if (Object.hasOwn(value, ${JSON.stringify(name)})) ` : ''
      return unit === null ? '' : `${condition}${code.call(unit, at)}`
    })
    if (isClosed || rest !== null || patterns.length > 0) {
      lines.unshift(writeFurther({ names: [...named.keys()], patterns, rest, isClosed }, code))
    }
    return [`if (isPlainObject(value)) {\n${lines.join('\n')}\n}`]
  }

  #byName(schemas: readonly PlainObject[]): Map<string, CodeUnit | null> {
    const found = new Map<string, unknown[]>()
    for (const schema of schemas) {
      for (const [name, property] of namedProperties(schema)) {
        const known = found.get(name) ?? []
        if (property !== null) known.push(property)
        found.set(name, known)
      }
    }
    return new Map([...found].map(([name, properties]) => [name, this.find(properties)]))
  }

  #byPattern(schemas: readonly PlainObject[]): [string, CodeUnit | null][] {
    return schemas.flatMap(({ patternProperties }) => {
      if (!isPlainObject(patternProperties)) return []
      return Object.entries(patternProperties).map(([pattern, schema]): [string, CodeUnit | null] => {
        return [pattern, this.find([schema])]
      })
    })
  }

  #writeArray(beside: Set<PlainObject>, code: RemovalCode): string[] {
    const all: unknown[] = []
    const byIndex: unknown[][] = []
    const addListed = (schemas: readonly unknown[]) => {
      for (const [index, schema] of schemas.entries()) byIndex[index] = [...(byIndex[index] ?? []), schema]
    }
    for (const { items, additionalItems, contains, prefixItems } of beside) {
      if (isPlainObject(contains)) all.push(contains)
      if (isPlainObject(items)) all.push(items)
      if (Array.isArray(prefixItems)) addListed(prefixItems)
      if (!Array.isArray(items)) continue
      addListed(items)
      if (isPlainObject(additionalItems)) all.push(additionalItems)
    }
    const rest = this.find(all)
    const listed = byIndex.map((schemas) => this.find(schemas))
    const lines = listed.flatMap((unit, index) => (unit === null ? [] : code.call(unit, `value[${index}]`)))
    if (rest !== null) {
      const statement = code.call(rest, 'value[index]')
      lines.push(`for (let index = ${listed.length}; index < value.length; index++) ${statement}`)
    }
    return lines.length === 0 ? [] : [`if (Array.isArray(value)) {\n${lines.join('\n')}\nreturn true\n}`]
  }
}

/** The code of one removal beside its statements. */
class RemovalCode {
  readonly called: CodeUnit[] = []
  readonly constants: string[] = []

  call(unit: CodeUnit, value: string): string {
    return `${callTo(unit, this.called)}(${value})`
  }

  constant(expression: string): string {
    const name = `constant${this.constants.length}`
    this.constants.push(`const ${name} = ${expression}`)
    return name
  }
}

/** More names than this are looked up in a set. */
const mostCompared = 24

interface Further {
  names: readonly string[]
  patterns: readonly (readonly [string, CodeUnit | null])[]
  rest: CodeUnit | null
  isClosed: boolean
}

/** A loop over the properties that are not named. */
function writeFurther({ names, patterns, rest, isClosed }: Further, code: RemovalCode): string {
  const isNamed =
    names.length > mostCompared
      ? `${code.constant(`new Set(${JSON.stringify(names)})`)}.has(name)`
      : names.map((name) => `name === ${JSON.stringify(name)}`).join(' || ') || 'false'
  const lines = patterns.map(([pattern, unit]) => {
    const expression = code.constant(`patternOf(${JSON.stringify(pattern)})`)
    return `if (${expression}.test(name)) { ${unit === null ? '' : code.call(unit, 'value[name]')}; continue }`
  })
  if (isClosed) lines.push('delete value[name]')
  else if (rest !== null) lines.push(code.call(rest, 'value[name]'))
  return `for (const name in value) {\nif (${isNamed}) continue\n${lines.join('\n')}\n}`
}
