import { findOrMake } from '../../support/lazy.js'
import { isPlainObject, type PlainObject, typesOfValue } from '../../support/values.js'
import { impliedType } from '../keywords/table.js'
import { plainCode, type ValueCode } from './json-pieces.js'
import {
  Contradiction,
  checkPattern,
  commonTypes,
  type exclusive,
  type Inner,
  isSame,
  type Part,
  type Parts,
  pointerOf,
  SchemaProblem,
} from './parts.js'

/** Keywords that change how a value is written, beside those that imply a type. */
const writing = ['type', 'const', 'enum', 'format', '$ref', 'allOf', 'anyOf', 'oneOf', 'if']

/** The schemas that apply to one value, merged in the order of fast-json-stringify. */
export class Merged {
  /** The only schema; `null`: there are several. A direct read of it saves a tenth of the time of a boot. */
  readonly #only: PlainObject | null

  constructor(
    readonly view: readonly Part[],
    private readonly parts: Parts,
  ) {
    this.#only = view.length === 1 ? view[0]!.schema : null
  }

  /** The place at which errors in answers report the value to be declared. */
  get pointer(): string {
    return pointerOf(this.view[0]!) // a value that is written by a schema has a first part
  }

  /** `null` is written if one part allows it and none forbids it. */
  get isNullable(): boolean {
    if (this.#only !== null) return this.#only.nullable === true
    const given = this.view.map(({ schema }) => schema.nullable)
    return given.includes(true) && !given.includes(false)
  }

  get required(): ReadonlySet<string> {
    if (this.#only !== null && this.#only.required === undefined) return none
    const lists = this.view.map(({ schema }) => (Array.isArray(schema.required) ? schema.required.map(String) : []))
    return new Set(lists.flat())
  }

  /** The `type` that all parts allow. @throws Contradiction if they allow none */
  get type(): unknown {
    if (this.#only !== null) return this.#only.type
    const given = this.#giving('type')
    const [first] = given
    if (first === undefined) return undefined
    const common = commonTypes(given.map(({ schema }) => schema.type))
    if (common.length > 0) return common.length === 1 ? common[0] : common
    throw new Contradiction(given.at(-1) ?? first, `its "type" excludes that at ${besides(first)}`)
  }

  /** The type of a value without `type`, as its keywords imply it. */
  get impliedType(): string | undefined {
    return impliedType((keyword) => this.view.some(({ schema }) => keyword in schema))
  }

  /** The value of a keyword on which the parts agree, if one has it. @throws Contradiction if they have several */
  agreed(keyword: (typeof exclusive)[number]): unknown {
    if (this.#only !== null) return this.#only[keyword]
    const given = this.#giving(keyword)
    const [first] = given
    const other = given.find(({ schema }) => !isSame(schema[keyword], first?.schema[keyword]))
    if (first === undefined || other === undefined) return first?.schema[keyword]
    throw new Contradiction(other, `its "${keyword}" is another than that at ${besides(first)}`)
  }

  /**
   * A constant of another type than its own would be sent in the place of every value. @throws SchemaProblem for such a
   * constant
   */
  constant(): unknown {
    const constant = this.agreed('const')
    if (constant === undefined) return undefined
    const types = [this.type ?? []].flat().map(String)
    const own = typesOfValue(constant)
    const isFitting = types.length === 0 || types.some((type) => own.includes(type))
    if (isFitting || (constant === null && this.isNullable)) return constant
    // At least one part has a constant.
    throw new SchemaProblem(this.#giving('const')[0]!, `its "const" is not of the type ${types.join(' or ')}`)
  }

  /** @throws Contradiction if no value is valid for all of the parts */
  check(): void {
    if (this.view.length < 2) return
    void [this.type, this.agreed('const'), this.agreed('format')]
    let common: readonly unknown[] | null = null
    for (const part of this.view) {
      const values = part.schema.enum
      if (!Array.isArray(values)) continue
      const left: readonly unknown[] = common === null ? values : common.filter((value) => values.includes(value))
      if (left.length === 0 && common?.every((value) => Object(value) !== value)) {
        throw new Contradiction(part, 'its "enum" has no value of another one that applies as well')
      }
      common = left
    }
  }

  /** Whether a part, beside the chosen branch, changes how a value is written. */
  isWritingBeside({ schema }: Part): boolean {
    const has = (keyword: string) => keyword in schema
    return writing.some(has) || impliedType(has) !== undefined || (has('nullable') && !this.isNullable)
  }

  #giving(keyword: string): readonly Part[] {
    return this.view.filter(({ schema }) => schema[keyword] !== undefined)
  }

  /**
   * The declared properties, each with the first part that declares it, in the order of writing. Required ones come
   * first. In each group names that are numbers come first, as in the keys of an object.
   */
  declared(): readonly DeclaredProperty[] {
    const declared = this.view.length === 1 ? namesOf(this.view[0]!) : namesOfAll(this.view)
    const { required } = this
    if (required.size === 0) return declared
    return [...declared.filter(({ name }) => required.has(name)), ...declared.filter(({ name }) => !required.has(name))]
  }

  undeclared(declared: readonly DeclaredProperty[]): readonly string[] {
    const { required } = this
    if (required.size === 0) return []
    const names = new Set(declared.map(({ name }) => name))
    return [...required].filter((name) => !names.has(name))
  }

  /** The schemas that apply to a declared property: first the one of the part that declares it. */
  ofDeclared({ name, part }: DeclaredProperty): readonly Inner[] {
    return [part, ...this.view.filter((other) => other !== part)].flatMap((each) => this.#ofProperty(each, name))
  }

  /** The code for a declared property if its type decides everything; `null`: its schemas declare more. */
  plainProperty({ name, part }: DeclaredProperty): ValueCode | null {
    const schema: unknown = Object(part.schema.properties)[name]
    return this.#only !== null && isPlainObject(schema) ? plainCode(schema) : null
  }

  /** The patterns of names, each with the schemas for the names that it matches. */
  patterns(): ReadonlyMap<string, readonly Inner[]> {
    if (this.#only !== null && this.#only.patternProperties === undefined) return noPatterns
    const found = new Map<string, Inner[]>()
    for (const part of this.view) {
      for (const [pattern, inner] of this.#patternsOf(part)) findOrMake(found, pattern, () => []).push(inner)
    }
    return found
  }

  /** The schemas of further properties; `null`: they are not written. */
  further(): readonly Inner[] | null {
    return unlessClosed(this.#under('additionalProperties'))
  }

  /** The schemas of the items by their places, if a part has a list of them. */
  tuple(): readonly (readonly Inner[])[] {
    const lengths = this.view.map(({ schema }) => (Array.isArray(schema.items) ? schema.items.length : 0))
    const length = Math.max(...lengths)
    return Array.from({ length }, (_, index) => this.view.flatMap((part) => this.#itemOf(part, index)))
  }

  items(): readonly Inner[] {
    return this.#under('items')
  }

  /** The schemas of the items behind a tuple; `null`: none are allowed. */
  furtherItems(): readonly Inner[] | null {
    return unlessClosed(this.view.flatMap((part) => this.#itemOf(part, Number.POSITIVE_INFINITY)))
  }

  /** The schemas that parts have as the value of a keyword. */
  #under(keyword: string): readonly Inner[] {
    return this.#giving(keyword).map((part) => this.parts.inner(part, keyword))
  }

  #itemOf(part: Part, index: number): readonly Inner[] {
    const { items, additionalItems } = part.schema
    if (Array.isArray(items) && index < items.length) return [this.parts.inner(part, 'items', String(index))]
    if (items !== undefined && !Array.isArray(items)) return [this.parts.inner(part, 'items')]
    return additionalItems === undefined ? [] : [this.parts.inner(part, 'additionalItems')]
  }

  /** The schemas of a part for a property that it or another part declares. */
  #ofProperty(part: Part, name: string): readonly Inner[] {
    const { properties, additionalProperties } = part.schema
    if (isPlainObject(properties) && Object.hasOwn(properties, name) && properties[name] !== undefined) {
      return [this.parts.inner(part, 'properties', name)]
    }
    const matched = this.#patternsOf(part).find(([pattern]) => new RegExp(pattern, this.parts.flags).test(name))
    if (matched !== undefined) return [matched[1]]
    return additionalProperties === undefined ? [] : [this.parts.inner(part, 'additionalProperties')]
  }

  #patternsOf(part: Part): readonly (readonly [pattern: string, inner: Inner])[] {
    const { patternProperties } = part.schema
    if (!isPlainObject(patternProperties)) return []
    return Object.keys(patternProperties).map((pattern) => {
      const inner = this.parts.inner(part, 'patternProperties', pattern)
      checkPattern(pattern, this.parts.flags, part)
      return [pattern, inner]
    })
  }
}

export interface DeclaredProperty {
  readonly name: string
  readonly part: Part
}

const none: ReadonlySet<string> = new Set()
const noPatterns: ReadonlyMap<string, readonly Inner[]> = new Map()

function unlessClosed(schemas: readonly Inner[]): readonly Inner[] | null {
  return schemas.length === 0 || schemas.includes(false) ? null : schemas
}

function besides({ pointer }: Part): string {
  return `${JSON.stringify(pointer)}, which applies as well`
}

function namesOf(part: Part): DeclaredProperty[] {
  const { properties } = part.schema
  if (!isPlainObject(properties)) return []
  const names = Object.keys(properties).filter((name) => properties[name] !== undefined)
  return names.map((name) => ({ name, part }))
}

/** The first part that declares a name counts. Numbers come first, as in an object that has all the names. */
function namesOfAll(view: readonly Part[]): DeclaredProperty[] {
  const found: Record<string, Part> = Object.create(null)
  for (const { name, part } of view.flatMap(namesOf)) found[name] ??= part
  return Object.entries(found).map(([name, part]) => ({ name, part }))
}
