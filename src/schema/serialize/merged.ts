import type { PatternFlags } from '../emit/native-options.js'
import { isPlainObject } from '../model/plain-data.js'
import { checkPattern, type Inner, type Part, type Parts } from './parts.js'

/** What the schemas that apply to one value say together, in the order in which fast-json-stringify merges them. */
export class Merged {
  readonly #view: readonly Part[]
  readonly #parts: Parts
  readonly #flags: PatternFlags

  constructor(view: readonly Part[], parts: Parts, flags: PatternFlags) {
    this.#view = view
    this.#parts = parts
    this.#flags = flags
  }

  /** `null` is written where one part allows it and none forbids it. */
  get isNullable(): boolean {
    const given = this.#view.map(({ schema }) => schema.nullable)
    return given.includes(true) && !given.includes(false)
  }

  get required(): readonly string[] {
    const names = this.#view.flatMap(({ schema }) =>
      Array.isArray(schema.required) ? schema.required.map(String) : [],
    )
    return [...new Set(names)]
  }

  /** Whether a keyword is in one of the parts. */
  has(keyword: string): boolean {
    return this.#view.some(({ schema }) => keyword in schema)
  }

  /** The declared properties, each with the schemas that apply to it: first the one that declares it. */
  properties(): ReadonlyMap<string, readonly Inner[]> {
    const found = new Map<string, readonly Inner[]>()
    for (const part of this.#view) {
      const { properties } = part.schema
      if (!isPlainObject(properties)) continue
      for (const name of Object.keys(properties)) {
        if (found.has(name) || properties[name] === undefined) continue
        const own = this.#parts.inner(part, properties[name], 'properties', name)
        found.set(name, this.#view.length === 1 ? [own] : [own, ...this.#inOthers(part, name)])
      }
    }
    return found
  }

  /** What the others say of a property. One that lets in nothing else does not take away what another declares. */
  #inOthers(part: Part, name: string): readonly Inner[] {
    return this.#view
      .flatMap((other) => (other === part ? [] : this.#ofProperty(other, name)))
      .filter((schema) => schema !== false)
  }

  /** The patterns for names, each with the schemas that apply to what it matches. */
  patterns(): ReadonlyMap<string, readonly Inner[]> {
    const found = new Map<string, Inner[]>()
    for (const part of this.#view) {
      for (const [pattern, inner] of this.#patternsOf(part)) found.set(pattern, [...(found.get(pattern) ?? []), inner])
    }
    return found
  }

  /** The schemas of further properties; `null`: they are not written. */
  further(): readonly Inner[] | null {
    const given = this.#view.filter(({ schema }) => schema.additionalProperties !== undefined)
    const schemas = given.map((part) =>
      this.#parts.inner(part, part.schema.additionalProperties, 'additionalProperties'),
    )
    return schemas.length === 0 || schemas.includes(false) ? null : schemas
  }

  /** The schemas of the items by their places, where a part gives a list of them; `null`: all items have the same. */
  tuple(): readonly (readonly Inner[])[] | null {
    const lengths = this.#view.map(({ schema }) => (Array.isArray(schema.items) ? schema.items.length : 0))
    const length = Math.max(...lengths)
    if (length === 0) return null
    return Array.from({ length }, (_, index) => this.#view.flatMap((part) => this.#itemOf(part, index)))
  }

  /** The schemas of each item. */
  items(): readonly Inner[] {
    return this.#view.flatMap((part) => {
      return part.schema.items === undefined ? [] : [this.#parts.inner(part, part.schema.items, 'items')]
    })
  }

  /** The schemas of the items behind a tuple; `null`: there may be none. */
  furtherItems(): readonly Inner[] | null {
    const schemas = this.#view.flatMap((part) => this.#furtherItemOf(part))
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
