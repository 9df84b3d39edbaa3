import { schemaCodes } from '../../errors/schema-codes.js'
import { didYouMean, nearMisses } from '../../support/near-miss.js'
import { attempt, type Report, throwTogether } from '../../support/report.js'
import { describeValue } from '../../support/values.js'
import { annotations, draft7Keywords, isExtension } from '../keywords/table.js'
import { isPlainObject, type PlainObject } from '../model/plain-data.js'
import { pointerTo } from '../model/pointer.js'
import { explainRef } from '../model/ref-advice.js'
import { isContainer } from '../model/schema-container.js'
import type { Located, Resource } from '../model/schema-document.js'
import type { SchemaDocuments } from '../model/schema-documents.js'
import { schemasIn } from '../model/walk.js'
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
  #checkAt({ schema, resource, pointer }: Located, owner: SchemaOwner): void {
    if (this.#parts.isMetaChecked && resource.document.isSelfContained) return
    const problems: unknown[] = []
    const walk = new SchemaWalk(this.#parts, owner, {
      reach: (target, id) => {
        const reached = { ...owner, part: `${owner.part} (by way of the shared schema "${id}")` }
        this.#checkReached(id, reached)
        this.#checkHeld(target, reached)
      },
      report: (problem) => problems.push(problem),
    })
    walk.walk(schema, resource, pointer)
    // One that contains itself is walked as far as that; other rules would follow it without end.
    const rules =
      this.#parts.isMetaChecked && isPlainObject(schema) && !walk.isEndless
        ? this.#parts.metaSchema.findProblems(schema)
        : []
    for (const { pointer: at, problem } of rules) {
      problems.push(this.#parts.invalid(owner, pointer + at, problem))
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

/** Where a walk leads, and where it says what it finds. */
interface WalkEnds {
  readonly reach: (target: Located, sharedId: string) => void
  readonly report: Report
}

class SchemaWalk {
  /** Whether a schema object was met within itself. */
  isEndless = false
  readonly #parts: SchemaCheckParts
  readonly #owner: SchemaOwner
  readonly #ends: WalkEnds
  readonly #above = new Set<unknown>()

  constructor(parts: SchemaCheckParts, owner: SchemaOwner, ends: WalkEnds) {
    this.#parts = parts
    this.#owner = owner
    this.#ends = ends
  }

  walk(schema: unknown, around: Resource, pointer: string): void {
    if (!isPlainObject(schema)) return
    if (this.#above.has(schema)) {
      const problem = 'the schema object contains itself; recursion is written with a "$ref"'
      this.isEndless = true
      this.#ends.report(this.#parts.invalid(this.#owner, pointer, problem))
      return
    }
    this.#above.add(schema)
    const { report } = this.#ends
    const here = this.#parts.documents.enter(schema, around)
    const { format, multipleOf, $ref } = schema
    this.#checkKeywords(schema, pointer)
    if (typeof format === 'string') attempt(report, () => this.#checkFormat(format, pointerTo(pointer, 'format')))
    if (typeof multipleOf === 'number') attempt(report, () => this.#checkDivisor(multipleOf, pointer))
    if (typeof $ref === 'string') attempt(report, () => this.#checkRef($ref, here, pointerTo(pointer, '$ref')))
    for (const { keyword, name, schema: inner } of schemasIn(schema)) {
      this.walk(inner, here, pointerTo(pointer, keyword, name))
    }
    for (const keyword of ['$merge', '$patch']) this.#walkPatch(schema[keyword], here, pointerTo(pointer, keyword))
    this.#above.delete(schema)
  }

  #walkPatch(value: unknown, here: Resource, pointer: string): void {
    if (!isPlainObject(value)) return
    this.walk(value.source, here, pointerTo(pointer, 'source'))
    this.walk(value.with, here, pointerTo(pointer, 'with'))
  }

  #checkKeywords(schema: PlainObject, pointer: string): void {
    for (const keyword of Object.keys(schema)) {
      if (isOrdinary(keyword) && !this.#parts.refused.has(keyword)) continue
      attempt(this.#ends.report, () => this.#checkKeyword(keyword, schema[keyword], pointerTo(pointer, keyword)))
    }
  }

  #checkKeyword(keyword: string, value: unknown, pointer: string): void {
    const { name, part } = this.#owner
    if (keyword === '$async') {
      if (value !== undefined && value !== false) throw new schemaCodes.ALC_ERR_SCHEMA_ASYNC(name, part, pointer)
      return
    }
    const reason = this.#parts.refused.get(keyword)
    if (reason !== undefined) throw this.#parts.invalid(this.#owner, pointer, reason)
    if (this.#parts.hasKeyword(keyword)) {
      const problem = this.#parts.findKeywordProblem(keyword, value)
      if (problem !== null) throw this.#parts.invalid(this.#owner, pointer, problem)
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
    throw this.#parts.invalid(this.#owner, pointer, `the format "${format}" is unknown (${advice})`)
  }

  /** Nothing but zero is a multiple of what is so small: each quotient is infinite. */
  #checkDivisor(divisor: number, pointer: string): void {
    if (divisor <= 0 || Number.isFinite(1 / divisor)) return
    const problem = `the value is too small for numbers of 64 bits: 1 divided by ${divisor} is infinite`
    throw this.#parts.invalid(this.#owner, pointerTo(pointer, 'multipleOf'), problem)
  }

  #checkRef(ref: string, here: Resource, pointer: string): void {
    const target = this.#parts.documents.resolve(ref, here)
    if (target === null && this.#parts.isKnown(ref)) return
    if (target === null) {
      const advice = explainRef(ref, here, this.#parts)
      throw new schemaCodes.ALC_ERR_SCHEMA_REF(this.#owner.name, this.#owner.part, pointer, ref, advice)
    }
    const { sharedId } = target.resource.document
    if (sharedId !== null) this.#ends.reach(target, sharedId)
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
