import { findOrMake, lazy } from '../../support/lazy.js'
import { endOf, reachable } from '../../support/lists.js'
import { isPlainObject, type PlainObject } from '../../support/values.js'
import { keywordOf } from '../keywords/table.js'
import type { TargetOf } from './schema-shape.js'
import { isForPart, isOfSameValue, type SchemaStep, schemasIn } from './walk.js'

/** A step from a schema to another one for the same value: a branch, or the target of its `$ref`. */
interface Choice extends SchemaStep {
  readonly around: PlainObject
}

/** A schema that applies to a part of the value of another. */
interface Edge extends Choice {
  /** The steps from the other schema to the one that names the part. */
  readonly way: readonly Choice[]
  readonly to: PlainObject
}

/** A schema that contains itself in two ways, and applies to some part of a document in both. */
export interface Repetition {
  /** The schema in which the ways separate, and the keyword that separates them. */
  readonly around: PlainObject
  readonly keyword: string
}

/** A value with more ways to its schemas counts as repeated: they are compared in pairs. */
const mostWays = 2000

/**
 * Finds schemas whose validation repeats itself. If two branches refer back to the schema, the parts of a value are
 * validated twice. Their parts are validated four times, and so on. Branches that a required property separates ahead
 * (`const`, `enum`) do not count.
 */
export class RepeatedSchemas {
  readonly #edges = new WeakMap<PlainObject, readonly Edge[]>()
  readonly #beside = new WeakMap<PlainObject, ReadonlySet<PlainObject>>()
  /** Whether a schema leads to one that contains itself. */
  readonly #leads = new WeakMap<PlainObject, boolean>()
  readonly #repeated = new WeakSet<PlainObject>()

  /** @param ends whether the validation of a branch ends at its first failure */
  constructor(
    private readonly target: TargetOf,
    private readonly ends: 'at the first failure' | 'after all',
  ) {}

  /** Whether a schema belongs to the circle of one that repeats itself. */
  has(schema: PlainObject): boolean {
    this.find(schema)
    return this.#repeated.has(schema)
  }

  /** The repetitions below a schema that no earlier call has found. */
  find(schema: PlainObject): readonly Repetition[] {
    const start = this.#followed(schema)
    if (this.#leads.has(start)) return []
    const isKnown = (node: PlainObject) => this.#leads.has(node)
    const fresh = [...reachable([start], (node) => this.#next(node).filter((other) => !isKnown(other)))]
    this.#mark(fresh)
    return fresh.flatMap((node) => this.#repetitionAt(node) ?? [])
  }

  /** The branches below a schema (`anyOf`, `oneOf`) through which a part of a value has the same schema again. */
  findRecursive(schema: PlainObject): readonly Repetition[] {
    const start = this.#followed(schema)
    this.find(start)
    return [...reachable([start], (node) => this.#next(node))].flatMap((node) => {
      const circle = lazy(() => this.#circleOf(node))
      return this.#edgesOf(node).flatMap(({ way, to }) => {
        const choice = way.find(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
        return choice !== undefined && this.#leads.get(to) === true && circle().has(to) ? [choice] : []
      })
    })
  }

  /** Whether schemas lead to a circle: those that do not are taken away, beginning at the last. */
  #mark(fresh: readonly PlainObject[]): void {
    const above = new Map<PlainObject, PlainObject[]>()
    const left = new Map<PlainObject, number>()
    for (const node of fresh) {
      const next = this.#next(node).filter((other) => this.#leads.get(other) !== false)
      left.set(node, next.length)
      for (const other of next) findOrMake(above, other, () => []).push(node)
    }
    const ends = fresh.filter((node) => left.get(node) === 0)
    for (const end of ends) {
      this.#leads.set(end, false)
      for (const node of above.get(end) ?? []) {
        const count = left.get(node)! - 1 // only fresh ones are recorded
        left.set(node, count)
        if (count === 0) ends.push(node)
      }
    }
    for (const node of fresh) if (!this.#leads.has(node)) this.#leads.set(node, true)
  }

  #repetitionAt(node: PlainObject): Repetition | null {
    if (this.#leads.get(node) !== true) return null
    const edges = this.#edgesOf(node).filter(({ to }) => this.#leads.get(to) === true)
    const circle = lazy(() => this.#circleOf(node))
    for (const [index, one] of edges.entries()) {
      for (const other of edges.slice(index + 1)) {
        if (!overlap(one, other) || this.#exclude(one, other)) continue
        const back = [one, other].filter(({ to }) => circle().has(to))
        if (back.length > 0) this.#add(circle())
        // If only one leads back, the time grows with the square of the depth.
        if (back.length === 2) return separation(one, other)
      }
    }
    return null
  }

  /** The schemas that a schema leads to, and that lead back to it. */
  #circleOf(node: PlainObject): ReadonlySet<PlainObject> {
    const above = new Map<PlainObject, PlainObject[]>()
    for (const each of reachable([node], (each) => this.#next(each))) {
      for (const next of this.#next(each)) findOrMake(above, next, () => []).push(each)
    }
    return reachable([node], (each) => above.get(each) ?? [])
  }

  #add(circle: ReadonlySet<PlainObject>): void {
    for (const each of circle) for (const beside of this.#beside.get(each) ?? []) this.#repeated.add(beside)
  }

  #next(node: PlainObject): readonly PlainObject[] {
    return this.#edgesOf(node).map(({ to }) => to)
  }

  #edgesOf(node: PlainObject): readonly Edge[] {
    return findOrMake(this.#edges, node, () => {
      const edges: Edge[] = []
      const beside = new Set<PlainObject>()
      this.#beside.set(node, beside)
      let ways = 0
      const add = (schema: unknown, way: readonly Choice[]) => {
        if (!isPlainObject(schema) || ways > mostWays || way.some(({ around }) => around === schema)) return
        ways++
        beside.add(schema)
        const pass = (step: SchemaStep) => add(step.schema, [...way, { ...step, around: schema }])
        if (typeof schema.$ref === 'string') pass({ keyword: '$ref', name: null, schema: this.target(schema) })
        for (const step of schemasIn(schema)) {
          if (isOfSameValue(step)) pass(step)
          const isPart = keywordOf(step.keyword)?.validates === 'parts' && step.keyword !== 'propertyNames'
          if (!isPart || !isPlainObject(step.schema)) continue
          edges.push({ ...step, around: schema, way, to: this.#followed(step.schema) })
        }
      }
      add(node, [])
      if (ways > mostWays) for (const schema of beside) this.#repeated.add(schema)
      return edges
    })
  }

  /** The schema to which a chain of lone `$ref`s leads. */
  #followed(schema: PlainObject): PlainObject {
    return endOf(schema, (at) => {
      const target = typeof at.$ref === 'string' && Object.keys(at).length === 1 ? this.target(at) : null
      return isPlainObject(target) ? target : null
    })
  }

  /** Whether the ways to two schemas exclude each other before either is applied. */
  #exclude(one: Edge, other: Edge): boolean {
    const index = separationAt(one, other)
    const [first, second] = [one.way[index], other.way[index]]
    if (first === undefined || second === undefined || first.around !== second.around) return false
    if (first.keyword !== second.keyword) return isClause(first.keyword) && isClause(second.keyword)
    if (this.ends === 'after all' || (first.keyword !== 'anyOf' && first.keyword !== 'oneOf')) return false
    const tags = tagsBefore(one, this.#branchOf(first))
    const others = tagsBefore(other, this.#branchOf(second))
    return [...tags].some(([name, values]) => {
      const against = others.get(name)
      return against !== undefined && !values.some((value) => against.includes(value))
    })
  }

  #branchOf({ schema }: Choice): PlainObject {
    return this.#followed(schema as PlainObject) // a way leads through objects
  }
}

function isClause(keyword: string): boolean {
  return keyword === 'then' || keyword === 'else'
}

/** The index of the first step that two ways do not share. */
function separationAt(one: Edge, other: Edge): number {
  const index = one.way.findIndex((choice, at) => !isSame(choice, other.way[at]))
  return index === -1 ? one.way.length : index
}

function isSame(one: Choice, other: Choice | undefined): boolean {
  return one.around === other?.around && one.keyword === other.keyword && one.name === other.name
}

function separation(one: Edge, other: Edge): Repetition {
  const index = separationAt(one, other)
  const { around, keyword } = one.way[index] ?? one
  return { around, keyword }
}

/** The texts that a branch demands of properties before it looks at a part, by name. */
function tagsBefore(
  { around, keyword, name: part }: Edge,
  branch: PlainObject,
): ReadonlyMap<string, readonly unknown[]> {
  const found = new Map<string, readonly unknown[]>()
  const isLater = keyword === 'properties' || keyword === 'patternProperties'
  const { properties, required } = branch
  if (around !== branch || !isLater || !isPlainObject(properties) || !Array.isArray(required)) return found
  for (const [name, schema] of Object.entries(properties)) {
    if (keyword === 'properties' && name === part) break
    const { const: only, enum: listed, type } = Object(schema)
    const values = only === undefined ? listed : [only]
    if (!Array.isArray(values) || !values.every((value) => typeof value === 'string')) continue
    if (required.includes(name) && (type === undefined || type === 'string')) found.set(name, values)
  }
  return found
}

/** Whether two schemas may apply to the same part. */
function overlap(one: Edge, other: Edge): boolean {
  const of = groupOf(one)
  if (of !== groupOf(other)) return false
  const keys = [one, other].flatMap(keyOf)
  if (keys.length > 0) return keys.every((key) => isFor(one, key, of) && isFor(other, key, of))
  // `patternProperties` and `additionalProperties` of one schema exclude each other.
  return of === 'array' || one.around !== other.around || one.keyword === other.keyword
}

function groupOf({ keyword }: Edge): 'object' | 'array' {
  return keywordOf(keyword)?.groups[0] === 'array' ? 'array' : 'object'
}

/** The key of the only part that a schema applies to. */
function keyOf({ keyword, name }: Edge): readonly string[] {
  return name === null || keyword === 'patternProperties' ? [] : [name]
}

function isFor(edge: Edge, key: string, of: 'object' | 'array'): boolean {
  return keywordOf(edge.keyword)?.isFor === undefined || isForPart(edge, key, edge.around, of)
}
