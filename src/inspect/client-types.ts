import { unescapeStep } from '../support/json-pointer.js'
import { isRecord } from '../support/values.js'

type Schema = Record<string, unknown>

/**
 * `input`: values that a caller sends. Properties with a default are optional. `output`: values that the server sends.
 */
export type Direction = 'input' | 'output'

/** Writes schemas of an OpenAPI 3.1 document as TypeScript types. Components become interfaces and type aliases. */
export class ClientTypes {
  readonly #components: Readonly<Record<string, unknown>>
  readonly #names = new Map<string, string>()
  /** Components whose two directions differ: these have two declarations. */
  readonly #twofold = new Set<string>()
  readonly #used = new Set<string>()

  constructor(components: Readonly<Record<string, unknown>>, taken: readonly string[]) {
    this.#components = components
    const names = new Set(taken)
    for (const name of Object.keys(components)) this.#names.set(name, freeName(pascalCase(name), names))
    this.#findTwofold()
    for (const name of this.#twofold) freeName(`${this.#names.get(name)}Input`, names)
  }

  /** The type of a schema as text. @param indent the beginning of each line after the first */
  write(schema: unknown, direction: Direction, indent = ''): string {
    if (schema === false) return 'never'
    if (!isRecord(schema)) return 'unknown'
    const parts = [...this.#ofValue(schema, direction, indent), ...this.#ofBranches(schema, direction, indent)]
    const known = [...new Set(parts)].filter((part) => part !== 'unknown')
    if (known.length === 0) return 'unknown'
    return known.length === 1 ? known[0]! : known.map(inParentheses).join(' & ')
  }

  /** The declarations of all components that the written types refer to, directly or not. */
  declarations(): string[] {
    const written = new Map<string, string>()
    for (let before = -1; before !== written.size; ) {
      before = written.size
      for (const key of [...this.#used].sort()) written.set(key, written.get(key) ?? this.#declare(key))
    }
    return [...written].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text)
  }

  #declare(key: string): string {
    const [direction, name] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)]
    const schema = this.#components[name]
    const text = this.write(schema, direction as Direction) // written by #refer
    const typeName = this.#typeName(name, direction as Direction)
    const comment = commentOf(schema, '')
    const isInterface = text.startsWith('{\n') && text.indexOf('\n}') === text.length - 2 // one object alone
    return isInterface
      ? `${comment}export interface ${typeName} ${text}`
      : `${comment}export type ${typeName} = ${text}`
  }

  #ofValue(schema: Schema, direction: Direction, indent: string): string[] {
    const found: string[] = []
    if (typeof schema.$ref === 'string') found.push(this.#refer(schema.$ref, direction))
    if (schema.const !== undefined) return [...found, literalOf(schema.const)]
    if (Array.isArray(schema.enum)) return [...found, union(schema.enum.map(literalOf))]
    const types = schema.type === undefined ? implied(schema) : [schema.type].flat()
    if (types.length > 0) found.push(union(types.map((type) => this.#ofType(String(type), schema, direction, indent))))
    return found
  }

  #ofBranches(schema: Schema, direction: Direction, indent: string): string[] {
    const write = (branch: unknown) => this.write(branch, direction, indent)
    const unions = [schema.anyOf, schema.oneOf].filter(Array.isArray).map((list) => union(list.map(write)))
    return [...unions, ...(Array.isArray(schema.allOf) ? schema.allOf.map(write) : [])]
  }

  #ofType(type: string, schema: Schema, direction: Direction, indent: string): string {
    if (type === 'string') return schema.format === 'binary' ? 'Blob' : 'string'
    if (type === 'integer' || type === 'number') return 'number'
    if (type === 'boolean' || type === 'null') return type
    if (type === 'array') return this.#ofArray(schema, direction, indent)
    if (type === 'object') return this.#ofObject(schema, direction, indent)
    return 'unknown'
  }

  #ofArray(schema: Schema, direction: Direction, indent: string): string {
    const { prefixItems, items } = schema
    if (!Array.isArray(prefixItems)) return `${inParentheses(this.write(items ?? true, direction, indent))}[]`
    const least = typeof schema.minItems === 'number' ? schema.minItems : 0
    const own = prefixItems.map((item, index) => {
      const text = this.write(item, direction, indent)
      return index < least ? text : `${inParentheses(text)}?`
    })
    const rest = items === false ? [] : [`...${inParentheses(this.write(items ?? true, direction, indent))}[]`]
    return `[${[...own, ...rest].join(', ')}]`
  }

  #ofObject(schema: Schema, direction: Direction, indent: string): string {
    const properties = isRecord(schema.properties) ? schema.properties : {}
    const required = new Set(Array.isArray(schema.required) ? schema.required.map(String) : [])
    const inner = `${indent}  `
    const lines = Object.entries(properties).map(([name, property]) => {
      const hasDefault = isRecord(property) && property.default !== undefined
      const isThere = direction === 'input' ? required.has(name) && !hasDefault : required.has(name) || hasDefault
      const mark = isThere ? '' : '?'
      return `${commentOf(property, inner)}${inner}${keyOf(name)}${mark}: ${this.write(property, direction, inner)}`
    })
    const further = this.#furtherOf(schema, direction, inner)
    if (lines.length === 0) return `Record<string, ${further ?? 'unknown'}>`
    if (further !== null) lines.push(`${inner}[key: string]: unknown`)
    return `{\n${lines.join('\n')}\n${indent}}`
  }

  /** The type of properties that a schema does not name; null if it declares no such properties. */
  #furtherOf(schema: Schema, direction: Direction, indent: string): string | null {
    const patterns = isRecord(schema.patternProperties) ? Object.values(schema.patternProperties) : []
    const { additionalProperties } = schema
    const open = additionalProperties === true || isRecord(additionalProperties) ? [additionalProperties] : []
    const all = [...patterns, ...open].map((each) => this.write(each, direction, indent))
    return all.length === 0 ? null : union(all)
  }

  #refer(ref: string, direction: Direction): string {
    const [name, deeper] = componentOf(ref)
    if (name === null || !(name in this.#components)) return 'unknown'
    if (deeper !== '') return this.write(follow(this.#components[name], deeper), direction)
    const used = this.#twofold.has(name) ? direction : 'output'
    this.#used.add(`${used} ${name}`)
    return this.#typeName(name, used)
  }

  #typeName(name: string, direction: Direction): string {
    const base = this.#names.get(name) ?? 'unknown'
    return direction === 'input' && this.#twofold.has(name) ? `${base}Input` : base
  }

  /** Repeats until the set stays equal. A component that refers to a twofold component is twofold too. */
  #findTwofold(): void {
    const names = Object.keys(this.#components)
    for (let before = -1; before !== this.#twofold.size; ) {
      before = this.#twofold.size
      for (const name of names) {
        const schema = this.#components[name]
        if (this.write(schema, 'input') !== this.write(schema, 'output')) this.#twofold.add(name)
      }
    }
    this.#used.clear()
  }
}

/** The component that a `$ref` of the document leads to, and the pointer into it. */
function componentOf(ref: string): [name: string | null, deeper: string] {
  const found = /^#\/components\/schemas\/([^/]+)(.*)$/.exec(ref)
  return found === null ? [null, ''] : [unescapeStep(found[1]!), found[2]!]
}

function follow(schema: unknown, pointer: string): unknown {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => unescapeStep(decodeURIComponent(step)))
  return steps.reduce<unknown>((at, step) => (isRecord(at) || Array.isArray(at) ? Object(at)[step] : true), schema)
}

/** The types that the keywords of a schema without `type` imply. */
function implied(schema: Schema): string[] {
  if (schema.properties !== undefined || schema.additionalProperties !== undefined) return ['object']
  return schema.items !== undefined || schema.prefixItems !== undefined ? ['array'] : []
}

/** A value of a schema as a literal type. */
function literalOf(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`
  if (!isRecord(value)) return String(value)
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${keyOf(key)}: ${literalOf(inner)}`)
    .join('; ')} }`
}

/** A text as code. U+2028 and U+2029 are escaped too, because they end a line of code, but not of JSON. */
export function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'").replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}

/** A name as the key of an object type. */
export function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name)
}

export function union(types: readonly string[]): string {
  const all = [...new Set(types)]
  if (all.includes('unknown')) return 'unknown'
  return all.length === 0 ? 'never' : all.map((type) => (type.includes(' & ') ? `(${type})` : type)).join(' | ')
}

function inParentheses(type: string): string {
  return /[|&]/.test(type.replace(/\{[\s\S]*\}|'(?:[^'\\]|\\.)*'/g, '')) ? `(${type})` : type
}

/** A comment with the description of a schema, or nothing. */
export function commentOf(schema: unknown, indent: string): string {
  const text = isRecord(schema) ? schema.description : undefined
  if (typeof text !== 'string' || text.trim() === '') return ''
  return `${indent}/** ${text
    .trim()
    .replaceAll('*/', '*\\/')
    .replace(/\s*[\r\n\u2028\u2029]\s*/g, ' ')} */\n`
}

export function pascalCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const joined = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
  return /^[A-Za-z]/.test(joined) ? joined : `Schema${joined}`
}

/** The name, with a number if the name is taken. Adds the result to the taken names. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name
  for (let number = 2; taken.has(free); number++) free = `${name}${number}`
  taken.add(free)
  return free
}
