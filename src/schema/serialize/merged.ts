import type { PatternFlags } from '../emit/native-options.js'
import { impliedType } from '../keywords/table.js'
import { typesOfValue } from '../model/native-branches.js'
import { isPlainObject } from '../model/plain-data.js'
import { checkPattern, commonTypes, type exclusive, type Inner, isSame, type Part, type Parts } from './parts.js'
import { Contradiction, pointerOf, SchemaProblem } from './schema-problem.js'

/** Keywords that change how a value is written, beside those that imply a type. */
const writing = ['type', 'const', 'enum', 'format', '$ref', 'allOf', 'anyOf', 'oneOf', 'if']

/** What the schemas that apply to one value say together, in the order in which fast-json-stringify merges them. */
export class Merged {
  readonly view: readonly Part[]
  readonly #parts: Parts
  readonly #flags: PatternFlags

  constructor(view: readonly Part[], parts: Parts, flags: PatternFlags) {
    this.view = view
    this.#parts = parts
    this.#flags = flags
  }

  /** Where errors in answers report the value to be declared. */
  get pointer(): string {
    return pointerOf(this.view[0]!) // there is a first part where a value is written by schema
  }

  /** `null` is written where one part allows it and none forbids it. */
  get isNullable(): boolean {
    const given = this.view.map(({ schema }) => schema.nullable)
    return given.includes(true) && !given.includes(false)
  }

  get required(): ReadonlySet<string> {
    const lists = this.view.map(({ schema }) => (Array.isArray(schema.required) ? schema.required.map(String) : []))
    return new Set(lists.flat())
  }

  /** The `type` that the parts leave together. @throws Contradiction where they leave none */
  get type(): unknown {
    const given = this.#giving('type')
    const [first] = given
    if (first === undefined || this.view.length === 1) return first?.schema.type
    const common = commonTypes(given.map(({ schema }) => schema.type))
    if (common.length > 0) return common.length === 1 ? common[0] : common
    throw new Contradiction(given.at(-1) ?? first, `its "type" excludes that at ${besides(first)}`)
  }

  /** The type that a value without one has by the keywords for it. */
  get impliedType(): string | undefined {
    return impliedType((keyword) => this.view.some(({ schema }) => keyword in schema))
  }

  /** The value that the parts give to a keyword, if one does. @throws Contradiction where they give several */
  agreed(keyword: (typeof exclusive)[number]): unknown {
    const given = this.#giving(keyword)
    const [first] = given
    const other = given.find(({ schema }) => !isSame(schema[keyword], first?.schema[keyword]))
    if (first === undefined || other === undefined) return first?.schema[keyword]
    throw new Contradiction(other, `its "${keyword}" is another than that at ${besides(first)}`)
  }

  /** A constant that its own type excludes would be sent in the place of every value. @throws SchemaProblem for one */
  constant(): unknown {
    const constant = this.agreed('const')
    const types = [this.type ?? []].flat().map(String)
    const own = typesOfValue(constant)
    const isFitting = types.length === 0 || types.some((type) => own.includes(type))
    if (constant === undefined || isFitting || (constant === null && this.isNullable)) return constant
    throw new SchemaProblem(this.#giving('const')[0]!, `its "const" is not of the type ${types.join(' or ')}`) // it has one
  }

  /** @throws Contradiction where no value is valid for all of the parts */
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

  /** Whether a part changes how a value is written for which a branch is chosen. */
  isWritingBeside({ schema }: Part): boolean {
    const has = (keyword: string) => keyword in schema
    return writing.some(has) || impliedType(has) !== undefined || (has('nullable') && !this.isNullable)
  }

  #giving(keyword: string): readonly Part[] {
    return this.view.filter(({ schema }) => schema[keyword] !== undefined)
  }

  /** The declared properties, each with the schemas that apply to it: first the one that declares it. */
  properties(): ReadonlyMap<string, readonly Inner[]> {
    const found = new Map<string, readonly Inner[]>()
    for (const part of this.view) {
      const { properties } = part.schema
      if (!isPlainObject(properties)) continue
      for (const name of Object.keys(properties)) {
        if (found.has(name) || properties[name] === undefined) continue
        const own = this.#parts.inner(part, properties[name], 'properties', name)
        found.set(name, this.view.length === 1 ? [own] : [own, ...this.#inOthers(part, name)])
      }
    }
    return this.#inOrder(found)
  }

  /** As an object has its keys, which has those first that are numbers; what is required comes before the others. */
  #inOrder(found: ReadonlyMap<string, readonly Inner[]>): ReadonlyMap<string, readonly Inner[]> {
    const { required } = this
    const keys = [...found.keys()]
    if (required.size === 0 && !keys.some((name) => isIndex.test(name))) return found
    const entries = Object.entries(Object.fromEntries(found))
    const isRequired = ([name]: readonly [string, unknown]) => required.has(name)
    return new Map([...entries.filter(isRequired), ...entries.filter((entry) => !isRequired(entry))])
  }

  /** What the others say of a property. One that lets in nothing else does not take away what another declares. */
  #inOthers(part: Part, name: string): readonly Inner[] {
    return this.view
      .flatMap((other) => (other === part ? [] : this.#ofProperty(other, name)))
      .filter((schema) => schema !== false)
  }

  /** The patterns for names, each with the schemas that apply to what it matches. */
  patterns(): ReadonlyMap<string, readonly Inner[]> {
    const found = new Map<string, Inner[]>()
    for (const part of this.view) {
      for (const [pattern, inner] of this.#patternsOf(part)) found.set(pattern, [...(found.get(pattern) ?? []), inner])
    }
    return found
  }

  /** The schemas of further properties; `null`: they are not written. */
  further(): readonly Inner[] | null {
    const given = this.view.filter(({ schema }) => schema.additionalProperties !== undefined)
    const schemas = given.map((part) =>
      this.#parts.inner(part, part.schema.additionalProperties, 'additionalProperties'),
    )
    return schemas.length === 0 || schemas.includes(false) ? null : schemas
  }

  /** The schemas of the items by their places, where a part gives a list of them. */
  tuple(): readonly (readonly Inner[])[] {
    const lengths = this.view.map(({ schema }) => (Array.isArray(schema.items) ? schema.items.length : 0))
    const length = Math.max(...lengths)
    return Array.from({ length }, (_, index) => this.view.flatMap((part) => this.#itemOf(part, index)))
  }

  /** The schemas of each item. */
  items(): readonly Inner[] {
    return this.view.flatMap((part) => {
      return part.schema.items === undefined ? [] : [this.#parts.inner(part, part.schema.items, 'items')]
    })
  }

  /** The schemas of the items behind a tuple; `null`: there may be none. */
  furtherItems(): readonly Inner[] | null {
    const schemas = this.view.flatMap((part) => this.#furtherItemOf(part))
    return schemas.length === 0 || schemas.includes(false) ? null : schemas
  }

  #itemOf(part: Part, index: number): readonly Inner[] {
    const { items } = part.schema
    if (Array.isArray(items) && index < items.length) {
      return [this.#parts.inner(part, items[index], 'items', String(index))]
    }
    return this.#furtherItemOf(part)
  }

  #furtherItemOf(part: Part): readonly Inner[] {
    const { items, additionalItems } = part.schema
    if (items !== undefined && !Array.isArray(items)) return [this.#parts.inner(part, items, 'items')]
    return additionalItems === undefined ? [] : [this.#parts.inner(part, additionalItems, 'additionalItems')]
  }

  /** What a part says of a property that another one declares. */
  #ofProperty(part: Part, name: string): readonly Inner[] {
    const { properties, additionalProperties } = part.schema
    if (isPlainObject(properties) && Object.hasOwn(properties, name) && properties[name] !== undefined) {
      return [this.#parts.inner(part, properties[name], 'properties', name)]
    }
    const matched = this.#patternsOf(part).find(([pattern]) => new RegExp(pattern, this.#flags).test(name))
    if (matched !== undefined) return [matched[1]]
    if (additionalProperties === undefined) return []
    return [this.#parts.inner(part, additionalProperties, 'additionalProperties')]
  }

  #patternsOf(part: Part): readonly (readonly [pattern: string, inner: Inner])[] {
    const { patternProperties } = part.schema
    if (!isPlainObject(patternProperties)) return []
    return Object.keys(patternProperties).map((pattern) => {
      const inner = this.#parts.inner(part, patternProperties[pattern], 'patternProperties', pattern)
      checkPattern(pattern, this.#flags, part)
      return [pattern, inner]
    })
  }
}

const isIndex = /^\d+$/

function besides({ pointer }: Part): string {
  return `${JSON.stringify(pointer)}, which applies as well`
}
