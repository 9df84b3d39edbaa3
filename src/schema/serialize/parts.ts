import { pointerTo } from '../../support/json-pointer.js'
import { findOrMake } from '../../support/lazy.js'
import { isPlainObject, type PlainObject, readProperty } from '../../support/values.js'
import type { PatternFlags } from '../emit/native-options.js'
import { whyNoPattern } from '../keywords/literals.js'
import { isSilent } from '../model/copy-schema.js'
import type { Located, Resource, SchemaDocuments } from '../model/schema-documents.js'

/** The problem of a response schema, and its place. */
export class SchemaProblem extends Error {
  constructor(
    readonly at: Located,
    problem: string,
  ) {
    super(problem)
  }
}

/** No value is valid for all the schemas that apply to it. */
export class Contradiction extends SchemaProblem {}

/** The place in the form of the user: by the `$id` of a shared schema. */
export function pointerOf({ resource, pointer }: Pick<Located, 'resource' | 'pointer'>): string {
  return `${resource.document.sharedId?.replace(/#$/, '') ?? ''}#${pointer}`
}

/** One of the schemas that apply to a value. */
export interface Part extends Located {
  readonly schema: PlainObject
  /** The same for one schema in one document. */
  readonly id: string
  /** The complete part, if keywords are omitted here; `null`: this part is complete. */
  readonly whole: Part | null
}

/** A schema as it occurs in another. */
export type Inner = Part | boolean

/** If two parts have different values here, no value is valid for both. */
export const exclusive = ['const', 'format', 'default'] as const

/** The schemas of one context as parts: reads `$ref`s and `allOf`, and finds all schemas of one value. */
export class Parts {
  readonly #known = new WeakMap<Resource, Map<PlainObject, Part>>()
  readonly #derived = new WeakMap<Part, Map<string, Part>>()
  /** Without it the code of 40 schemas that contain each other takes a third more time (node 24.21.0). */
  readonly #targetOf = new WeakMap<Part, Inner>()
  readonly #targets = new WeakSet<Part>()
  #count = 0

  constructor(
    private readonly documents: SchemaDocuments,
    readonly flags: PatternFlags,
  ) {}

  /** @param steps from the part around to the schema */
  inner(around: Part, ...steps: readonly string[]): Inner {
    const schema = steps.reduce<unknown>(readProperty, around.schema)
    return this.at(around, schema, pointerTo('', ...steps))
  }

  /** @param path from the part around to the schema, as a JSON pointer */
  at(around: Part, schema: unknown, path: string): Inner {
    return this.of({ schema, resource: this.documents.enter(schema, around.resource), pointer: around.pointer + path })
  }

  target(part: Part): Inner {
    return findOrMake(this.#targetOf, part, () => {
      const target = this.of(this.documents.target(part)!) // checked before
      if (typeof target !== 'boolean') this.#targets.add(wholeOf(target))
      return target
    })
  }

  isTarget(part: Part): boolean {
    return this.#targets.has(wholeOf(part))
  }

  without(part: Part, ...keywords: readonly string[]): Part {
    const derived = findOrMake(this.#derived, part, () => new Map<string, Part>())
    const name = keywords.join(' ')
    return findOrMake(derived, name, () => {
      const rest = Object.entries(part.schema).filter(([keyword]) => !keywords.includes(keyword))
      return { ...part, schema: Object.fromEntries(rest), id: `${part.id}-${name}`, whole: wholeOf(part) }
    })
  }

  /** The keywords beside a `$ref`; `null`: none of them has an effect. */
  #siblings(part: Part): Part | null {
    const keywords = Object.keys(part.schema)
    if (keywords.every(isSilent)) return null
    return this.without(part, ...keywords.filter(isSilent))
  }

  /** Schemas that apply to one value, and targets in the place of `$ref`s. Targets come before all other schemas. */
  resolved(schemas: readonly Inner[]): readonly Part[] {
    const [only] = schemas
    if (schemas.length === 1 && typeof only === 'object' && !isRef(only)) return [only] // true for most
    const targets: Part[] = []
    const others: Part[] = []
    for (const part of schemas) {
      if (typeof part === 'boolean') continue
      if (!isRef(part)) others.push(part)
      else {
        const found = this.resolved([this.target(part)])
        const beside = this.#siblings(part)
        targets.push(...found)
        if (beside !== null && !found.some((target) => isContradictory(target, beside))) others.push(beside)
      }
    }
    return [...new Set([...targets, ...others])]
  }

  /** Parts and all that their `allOf`s lead to, level by level. None of them has a `$ref` or an `allOf`. */
  flattened(parts: readonly Part[]): readonly Part[] {
    const [only] = parts
    if (only !== undefined && parts.length === 1 && only.schema.allOf === undefined) return parts // true for most parts
    const found = new Map<string, Part>()
    let level = parts
    while (level.length > 0) {
      const next: Part[] = []
      for (const part of level) {
        const { allOf } = part.schema
        const own = Array.isArray(allOf) ? this.without(part, 'allOf') : part
        if (found.has(own.id)) continue
        found.set(own.id, own)
        if (Array.isArray(allOf)) next.push(...this.#all(part, allOf))
      }
      level = next
    }
    return [...found.values()]
  }

  #all(part: Part, allOf: readonly unknown[]): readonly Part[] {
    return allOf.flatMap((_, index) => {
      return this.resolved([this.inner(part, 'allOf', String(index))])
    })
  }

  of({ schema, resource, pointer }: Located): Inner {
    if (!isPlainObject(schema)) return schema !== false
    const parts = findOrMake(this.#known, resource, () => new Map<PlainObject, Part>())
    return findOrMake(parts, schema, () => ({ schema, resource, pointer, id: String(this.#count++), whole: null }))
  }
}

/** A part with all of its keywords. */
export function wholeOf(part: Part): Part {
  return part.whole ?? part
}

function isRef({ schema }: Part): boolean {
  return typeof schema.$ref === 'string'
}

function isContradictory(one: Part, other: Part): boolean {
  const types = [one, other].map(({ schema }) => schema.type).filter((type) => type !== undefined)
  if (types.length === 2 && commonTypes(types).length === 0) return true
  return exclusive.some((keyword) => !isSame(one.schema[keyword], other.schema[keyword]))
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === undefined || other === undefined || JSON.stringify(one) === JSON.stringify(other)
}

/** @throws SchemaProblem if an expression cannot be read in the way of requests */
export function checkPattern(pattern: string, flags: PatternFlags, at: Part): void {
  const reason = whyNoPattern(pattern, flags)
  if (reason !== null) throw new SchemaProblem(at, reason)
}

/** Types in each of the lists; an integer is a number. */
export function commonTypes(lists: readonly unknown[]): readonly string[] {
  const [first = [], ...others] = lists.map((list) => [list].flat().map(String))
  const common = first.flatMap((type) => {
    const narrowed = type === 'number' && !others.every((list) => list.includes('number')) ? 'integer' : type
    const isIn = (list: readonly string[]) =>
      list.includes(narrowed) || (narrowed === 'integer' && list.includes('number'))
    return others.every(isIn) ? [narrowed] : []
  })
  return [...new Set(common)]
}
