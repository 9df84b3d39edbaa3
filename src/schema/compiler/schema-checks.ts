import { schemaCodes } from '../../errors/schema-codes.js'
import { didYouMean, nearMisses } from '../../support/near-miss.js'
import { attempt, type Report, throwTogether } from '../../support/report.js'
import { describeValue } from '../../support/values.js'
import { annotations, draft7Keywords, isExtension } from '../keywords/table.js'
import { isPlainObject, type PlainObject } from '../model/plain-data.js'
import { pointerTo } from '../model/pointer.js'
import { explainRef } from '../model/ref-advice.js'
import type { Located } from '../model/schema-document.js'
import type { SchemaDocuments } from '../model/schema-documents.js'
import type { MetaSchema } from './meta-schema.js'

/** Whose schema is checked, as the errors name it. */
export interface SchemaOwner {
  of: 'route' | 'context'
  /** `POST /users`, or the name of the context. */
  name: string
  /** `body schema`, `response 200 schema`, or `shared schema "user"`. */
  part: string
}

export interface SchemaCheckParts {
  documents: SchemaDocuments
  metaSchema: MetaSchema
  findElsewhere: (id: string) => readonly string[]
  /** Whether the validator resolves a `$ref` by itself: `customOptions.schemas`, or one added in `onCreate`. */
  isKnown: (ref: string) => boolean
  /** Whether the validator gives a meaning to a keyword that is not of JSON Schema. */
  hasKeyword: (keyword: string) => boolean
  /** What the plugin of such a keyword says against its value; `null`: nothing. */
  findKeywordProblem: (keyword: string, value: unknown) => string | null
  /** The formats that schemas may name; `null`: any. */
  formats: () => readonly string[] | null
  /** What to do with a keyword nobody knows: an error always, or only when another one is near. */
  unknownKeyword: 'refuse' | 'refuse near misses'
  /** Keywords that must not occur, each with the reason. */
  refused: ReadonlyMap<string, string>
  /** Whether draft 7's own rules are checked. */
  isMetaChecked: boolean
  /** Makes the error of an invalid schema. */
  invalid: (owner: SchemaOwner, pointer: string, problem: string) => Error
}

/** Checks schemas at boot, each shared one once, and throws coded errors that say where and how to go on. */
export class SchemaChecks {
  readonly #parts: SchemaCheckParts
  readonly #passed = new WeakSet<object>()
  readonly #held = new WeakSet<object>()

  constructor(parts: SchemaCheckParts) {
    this.#parts = parts
  }

  /**
   * Checks a schema and every shared schema that it reaches.
   *
   * @throws FST_ERR_SCH_VALIDATION_BUILD or FST_ERR_SCH_SERIALIZATION_BUILD, ALC_ERR_SCHEMA_ASYNC,
   *   ALC_ERR_SCHEMA_KEYWORD, ALC_ERR_SCHEMA_REF
   */
  check(schema: unknown, owner: SchemaOwner): void {
    if (typeof schema === 'boolean') return
    if (!isPlainObject(schema)) {
      const problem = `${classOf(schema)} stands where a JSON Schema is expected; for schemas of another library, set a validatorCompiler (and a serializerCompiler)`
      throw this.#parts.invalid(owner, '', problem)
    }
    this.#checkAt(this.#parts.documents.open(schema), owner)
  }

  /** Checks a shared schema on its own. */
  checkShared(id: string, context: string): void {
    this.#checkReached(id, { of: 'context', name: context, part: `shared schema "${id}"` })
  }

  #checkReached(id: string, owner: SchemaOwner): void {
    const document = this.#parts.documents.shared(id)
    const schema = document?.root.root
    if (document === null || !isPlainObject(schema) || this.#passed.has(schema)) return
    if (isContainer(schema, this.#parts.hasKeyword)) return // what it holds is checked where a `$ref` asks for it
    this.#passed.add(schema)
    this.#checkAt({ schema, resource: document.root, pointer: '' }, owner)
  }

  /** All that is wrong with the schema, in one go. */
  #checkAt(located: Located, owner: SchemaOwner): void {
    const { isMetaChecked, metaSchema, invalid } = this.#parts
    const { schema, resource, pointer } = located
    if (isMetaChecked && resource.document.isSelfContained) return
    const problems: unknown[] = []
    const reach = (target: Located, id: string) => {
      const reached = { ...owner, part: `${owner.part} (by way of the shared schema "${id}")` }
      this.#checkReached(id, reached)
      this.#checkHeld(target, reached)
    }
    const walk = new SchemaWalk({ ...this.#parts, owner, reach, report: (problem) => problems.push(problem) })
    walk.check(located)
    // One that contains itself is walked as far as that; other rules would follow it without end.
    const isMeant = isMetaChecked && isPlainObject(schema) && !walk.isEndless
    for (const { pointer: at, problem } of isMeant ? metaSchema.findProblems(schema) : []) {
      problems.push(invalid(owner, pointer + at, problem))
    }
    throwTogether(problems)
  }

  /** A schema that a container holds, or the container itself where it is used as a schema. */
  #checkHeld(target: Located, owner: SchemaOwner): void {
    const { schema, resource } = target
    const { root } = resource.document.root
    if (!isPlainObject(schema) || !isPlainObject(root) || this.#passed.has(root) || this.#held.has(schema)) return
    this.#held.add(schema)
    this.#checkAt(target, owner)
  }
}

interface SchemaWalkParts extends SchemaCheckParts {
  readonly owner: SchemaOwner
  /** Takes what a `$ref` to a shared schema leads to. */
  readonly reach: (target: Located, sharedId: string) => void
  readonly report: Report
}

class SchemaWalk {
  /** Whether a schema object was met within itself. */
  isEndless = false
  readonly #parts: SchemaWalkParts
  readonly #above = new Set<unknown>()

  constructor(parts: SchemaWalkParts) {
    this.#parts = parts
  }

  check(located: Located): void {
    const { schema, pointer } = located
    if (!isPlainObject(schema)) return
    if (this.#above.has(schema)) {
      this.isEndless = true
      const problem = this.#invalid(pointer, 'the schema object contains itself; recursion is written with a "$ref"')
      this.#parts.report(problem)
      return
    }
    this.#above.add(schema)
    this.#checkKeywords(schema, pointer)
    const { format, multipleOf, $ref } = schema
    if (typeof format === 'string') this.#attempt(() => this.#checkFormat(format, pointerTo(pointer, 'format')))
    if (typeof multipleOf === 'number') this.#attempt(() => this.#checkDivisor(multipleOf, pointer))
    if (typeof $ref === 'string') this.#attempt(() => this.#checkRef($ref, located))
    for (const inner of this.#parts.documents.inner(located)) this.check(inner)
    this.#above.delete(schema)
  }

  #attempt(check: () => void): void {
    attempt(this.#parts.report, check)
  }

  #invalid(pointer: string, problem: string): Error {
    return this.#parts.invalid(this.#parts.owner, pointer, problem)
  }

  #checkKeywords(schema: PlainObject, pointer: string): void {
    for (const keyword of Object.keys(schema)) {
      if (isOrdinary(keyword) && !this.#parts.refused.has(keyword)) continue
      this.#attempt(() => this.#checkKeyword(keyword, schema[keyword], pointerTo(pointer, keyword)))
    }
  }

  #checkKeyword(keyword: string, value: unknown, pointer: string): void {
    const { name, part } = this.#parts.owner
    if (keyword === '$async') {
      if (value !== undefined && value !== false) throw new schemaCodes.ALC_ERR_SCHEMA_ASYNC(name, part, pointer)
      return
    }
    const reason = this.#parts.refused.get(keyword)
    if (reason !== undefined) throw this.#invalid(pointer, reason)
    if (this.#parts.hasKeyword(keyword)) {
      const problem = this.#parts.findKeywordProblem(keyword, value)
      if (problem !== null) throw this.#invalid(pointer, problem)
      return
    }
    const near = nearMisses(keyword, draft7Keywords)
    if (near.length === 0 && this.#parts.unknownKeyword === 'refuse near misses') return
    throw new schemaCodes.ALC_ERR_SCHEMA_KEYWORD(name, part, pointer, keywordAdvice(keyword, near))
  }

  #checkFormat(format: string, pointer: string): void {
    const formats = this.#parts.formats()
    if (formats === null || formats.includes(format)) return
    const near = nearMisses(format, formats)
    const advice = near.length > 0 ? didYouMean(near) : 'add it to the validator with customOptions.formats'
    throw this.#invalid(pointer, `the format "${format}" is unknown (${advice})`)
  }

  /** Nothing but zero is a multiple of what is so small: each quotient is infinite. */
  #checkDivisor(divisor: number, pointer: string): void {
    if (divisor <= 0 || Number.isFinite(1 / divisor)) return
    const problem = `the value is too small for numbers of 64 bits: 1 divided by ${divisor} is infinite`
    throw this.#invalid(pointerTo(pointer, 'multipleOf'), problem)
  }

  #checkRef(ref: string, located: Located): void {
    const { documents, isKnown, owner, reach } = this.#parts
    const target = documents.target(located)
    if (target === null && isKnown(ref)) return
    if (target === null) {
      const advice = explainRef(ref, documents.enter(located.schema, located.resource), this.#parts)
      const pointer = pointerTo(located.pointer, '$ref')
      throw new schemaCodes.ALC_ERR_SCHEMA_REF(owner.name, owner.part, pointer, ref, advice)
    }
    const { sharedId } = target.resource.document
    if (sharedId !== null) reach(target, sharedId)
  }
}

function isOrdinary(keyword: string): boolean {
  return draft7Keywords.has(keyword) || annotations.has(keyword) || isExtension(keyword)
}

function keywordAdvice(keyword: string, near: readonly string[]): string {
  if (near.length > 0) return didYouMean(near)
  return `add "${keyword}" to the validator with a plugin or customOptions.keywords, or call it "x-${keyword}" if it is a note`
}

function classOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return describeValue(value)
  return `an object of ${value.constructor?.name || 'a class'}`
}

const notes: ReadonlySet<string> = new Set(['$id', '$schema', '$defs', 'definitions', ...annotations])

/**
 * Whether a shared schema constrains nothing and only holds others under names of its own, for `$ref`s such as
 * `models#/user`. An object with nothing but a misspelt keyword is none.
 */
function isContainer(schema: PlainObject, hasKeyword: (keyword: string) => boolean): boolean {
  const names = Object.keys(schema).filter((key) => !notes.has(key) && !isExtension(key))
  if (names.some((name) => draft7Keywords.has(name) || hasKeyword(name) || !isPlainObject(schema[name]))) return false
  return names.some((name) => nearMisses(name, draft7Keywords).length === 0)
}
