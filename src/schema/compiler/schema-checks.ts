import { schemaCodes } from '../../errors/schema-codes.js'
import { isStandardSchema } from '../../standard/standard-schema.js'
import { asFastify, policies } from '../../support/as-fastify.js'
import { pointerTo } from '../../support/json-pointer.js'
import { didYouMean, nearMisses } from '../../support/near-miss.js'
import { attempt, throwTogether } from '../../support/report.js'
import { isPlainObject, type PlainObject } from '../../support/values.js'
import type { AjvEngine } from '../engines/ajv-engine.js'
import { draft7Keywords, identities, isAnnotation, isExtension, keywordOf, stores } from '../keywords/table.js'
import { typeNames } from '../keywords/values.js'
import { EndlessSchemas } from '../model/endless.js'
import { isJsonSchema, isRemoval } from '../model/json-schema.js'
import { annotationAround, explainRef, textOfAjv, textOfJsonLibrary } from '../model/ref-advice.js'
import { type Located, openSchema } from '../model/schema-documents.js'
import { hasRef } from '../model/walk.js'
import { annotationAdvice, keywordAdvice, noSchema, ofLibrary, valueAdvice } from './schema-advice.js'
import type { ContextParts } from './schema-compiler.js'
import { partOf } from './schema-error.js'

/** The names in errors about a schema. */
export interface SchemaSubject {
  error: new (name: string, part: string, pointer: string, problem: string) => Error
  /** `POST /users`, or the name of the context. */
  name: string
  /** `body schema`, `response 200 schema`, or `shared schema "user"`. */
  part: string
}

export type SchemaUse = 'requests' | 'responses'

/** A schema that is to be checked. */
interface Reached {
  located: Located
  subject: SchemaSubject
}

/** Checks schemas at boot, each shared one once. It throws coded errors that name the place and the fix. */
export class SchemaChecks {
  readonly ajv: AjvEngine
  readonly isOfRequest: boolean
  readonly #endless: EndlessSchemas
  readonly #passed = new WeakSet<object>()
  readonly #held = new WeakSet<object>()

  constructor(
    readonly parts: ContextParts,
    use: SchemaUse,
  ) {
    this.ajv = parts.compiler.ajv
    this.isOfRequest = use === 'requests'
    const fillsIn = this.isOfRequest && this.ajv.options.defaults !== 'nowhere'
    this.#endless = new EndlessSchemas(parts.documents, fillsIn)
  }

  /**
   * Checks a schema and every shared schema that it reaches.
   *
   * @returns the schema, for the code that compiles it
   * @throws FST_ERR_SCH_VALIDATION_BUILD or FST_ERR_SCH_SERIALIZATION_BUILD, ALC_ERR_SCHEMA_ASYNC,
   *   ALC_ERR_SCHEMA_KEYWORD, ALC_ERR_SCHEMA_REF
   */
  check(schema: unknown, subject: SchemaSubject): Located {
    if (!isJsonSchema(schema)) throw invalid(subject, '', noSchema(schema))
    const located = openSchema(schema)
    this.#checkAll([{ located, subject }])
    const endless = hasRef(schema) ? this.#endless.find(located) : null
    if (endless === null) return located
    const { at, problem } = endless
    throw invalid({ ...subject, part: partOf(at, subject.part) }, at.pointer, problem)
  }

  checkShared(id: string, context: string): void {
    if (!policies.refusesWhatHasNoEffect) return // routes reach the others
    const error = schemaCodes.ALC_ERR_SHARED_SCHEMA
    this.#checkAll(this.#reach(id, { error, name: context, part: `shared schema "${id}"` }))
  }

  /** The schemas to check because a `$ref` leads to a shared schema. */
  reachTarget(target: Located, sharedId: string, { subject: from }: SchemaWalk): readonly Reached[] {
    const subject = { ...from, part: partOf(target, from.part) }
    const reached = this.#reach(sharedId, subject)
    // The target is a schema that a container holds, or the container itself where it is used as a schema.
    const { schema, resource } = target
    const { root } = resource.document.root
    if (!isPlainObject(schema) || !isPlainObject(root) || this.#passed.has(root) || this.#held.has(schema))
      return reached
    this.#held.add(schema)
    return [{ located: target, subject }]
  }

  #reach(id: string, subject: SchemaSubject): Reached[] {
    const document = this.parts.documents.shared(id)
    const schema = document?.root.root
    if (document === null || !isPlainObject(schema) || this.#passed.has(schema)) return []
    // The content of a container is checked when a `$ref` points to it.
    if (isContainer(schema, this.ajv.hasCustomKeyword)) return []
    this.#passed.add(schema)
    return [{ located: { schema, resource: document.root, pointer: '' }, subject }]
  }

  /** @param reached gets those that its schemas reach: a chain of shared schemas may have any length */
  #checkAll(reached: Reached[]): void {
    const problems: unknown[] = []
    for (const { located, subject } of reached) {
      if (!located.resource.document.isSelfContained)
        new SchemaWalk(this, subject, { problems, reached }).check(located)
    }
    throwTogether(problems)
  }
}

function invalid({ error, name, part }: SchemaSubject, pointer: string, problem: string): Error {
  return new error(name, part, pointer, problem)
}

class SchemaWalk {
  readonly #above = new Set<unknown>()

  constructor(
    private readonly checks: SchemaChecks,
    readonly subject: SchemaSubject,
    private readonly found: { problems: unknown[]; reached: Reached[] },
  ) {}

  check(located: Located): void {
    const { schema, pointer } = located
    if (!isPlainObject(schema)) return
    if (this.#above.has(schema)) {
      this.#report(pointer, 'the schema object contains itself. Write recursion with a "$ref"')
      return
    }
    this.#above.add(schema)
    for (const keyword of Object.keys(schema)) {
      attempt(
        (problem) => this.found.problems.push(problem),
        () => this.#checkKeyword(keyword, schema[keyword], located),
      )
    }
    for (const inner of this.checks.parts.documents.inner(located)) {
      if (isStandardSchema(inner.schema)) {
        if (schema[inner.keyword] !== inner.schema) this.#report(inner.pointer, ofLibrary(inner.schema))
        continue
      }
      const isForeign = !isJsonSchema(inner.schema) && keywordOf(inner.keyword)?.rule !== undefined
      if (isForeign && !isRemoval(inner.schema, inner.pointer)) this.#report(inner.pointer, noSchema(inner.schema))
      else this.check(inner)
    }
    this.#above.delete(schema)
  }

  #invalid(pointer: string, problem: string): Error {
    return invalid(this.subject, pointer, problem)
  }

  #report(pointer: string, problem: string): void {
    this.found.problems.push(this.#invalid(pointer, problem))
  }

  /** @throws the first problem of a keyword */
  #checkKeyword(keyword: string, value: unknown, located: Located): void {
    const { ajv, isOfRequest } = this.checks
    const pointer = pointerTo(located.pointer, keyword)
    if (isStandardSchema(value) && !isExtension(keyword) && !ajv.hasCustomKeyword(keyword)) {
      throw this.#invalid(pointer, ofLibrary(value))
    }
    if (!draft7Keywords.has(keyword) && !isAnnotation(keyword)) this.#checkOther(keyword, value, pointer)
    if (value === undefined || isRemoval(value, pointer)) return
    if (ajv.takesData && isPlainObject(value) && value.$data !== undefined) return // known when a request is validated
    const wrong = keywordOf(keyword)?.rule?.(value, isOfRequest ? ajv.options.flags : '')
    if (wrong) {
      const advice = valueAdvice(keyword, value, { pointer, part: this.subject.part, schema: located.schema })
      throw this.#invalid(pointer + wrong.at, `the value ${wrong.problem}${advice}`)
    }
    if (isOfRequest && ajv.options.version === 8 && contradictsNull(keyword, value, located.schema)) {
      throw this.#invalid(pointer, 'the value contradicts the type "null"')
    }
    if (keyword === '$ref') this.#checkRef(String(value), located)
    if (keyword === '$dynamicAnchor' && isOfRequest) this.#checkDynamicAnchor(String(value), pointer, located)
    if (keyword === 'format' && isOfRequest) this.#checkFormat(String(value), pointer)
  }

  #checkOther(keyword: string, value: unknown, pointer: string): void {
    const { name, part } = this.subject
    const { ajv, isOfRequest } = this.checks
    if (keyword === '$async') {
      if (value !== undefined && value !== false && !policies.allowsAsyncSchemas)
        throw new schemaCodes.ALC_ERR_SCHEMA_ASYNC(name, part, pointer)
      return
    }
    if (!isOfRequest && keywordOf(keyword)?.subschemas === 'patch') {
      throw this.#invalid(pointer, `the serializer does not support "${keyword}". Write the resulting schema instead`)
    }
    if (ajv.hasCustomKeyword(keyword)) {
      const problem = isOfRequest ? ajv.findKeywordProblem(keyword, value) : null
      if (problem !== null) throw this.#invalid(pointer, problem)
      return
    }
    const near = nearMisses(keyword, draft7Keywords)
    // The keyword may belong to a validator of the application. The serializer ignores it.
    if (near.length === 0 && !isOfRequest) {
      if (asFastify || typeof value !== 'string' || !typeNames.includes(value)) return
      throw this.#invalid(
        pointer,
        `"${keyword}" is not a keyword, so nothing would filter the answer. Write { type: '${value}' } for the property`,
      )
    }
    if (asFastify && ajv.ignoresUnknown) return
    if (asFastify) throw this.#invalid(pointer, `strict mode: unknown keyword: "${keyword}"`)
    throw new schemaCodes.ALC_ERR_SCHEMA_KEYWORD(name, part, pointer, keywordAdvice(keyword, value, near))
  }

  #checkFormat(format: string, pointer: string): void {
    const { formats } = this.checks.ajv
    if (formats === null || formats.includes(format)) return
    const near = nearMisses(format, formats)
    const example = `add it to validatorengine.customOptions.formats, where { ${JSON.stringify(format)}: true } accepts any value`
    const advice = near.length > 0 ? didYouMean(near) : example
    throw this.#invalid(pointer, `the format "${format}" is unknown (${advice})`)
  }

  #checkRef(ref: string, located: Located): void {
    const { ajv, isOfRequest } = this.checks
    const { documents, findElsewhere } = this.checks.parts
    const { name, part } = this.subject
    const pointer = pointerTo(located.pointer, '$ref')
    const target = documents.target(located)
    if (target !== null) {
      const note = isOfRequest ? annotationAround(target, ajv.hasCustomKeyword) : null
      if (note !== null) throw new schemaCodes.ALC_ERR_SCHEMA_REF(name, part, pointer, ref, annotationAdvice(note))
      const { sharedId } = target.resource.document
      if (sharedId !== null) this.found.reached.push(...this.checks.reachTarget(target, sharedId, this))
      return
    }
    if (isOfRequest && ajv.hasSchema(ref)) return
    if (asFastify)
      throw this.#invalid(
        located.pointer,
        isOfRequest ? textOfAjv(ref, located) : textOfJsonLibrary(ref, located, documents),
      )
    const advice = explainRef(ref, documents.enter(located.schema, located.resource), { documents, findElsewhere })
    throw new schemaCodes.ALC_ERR_SCHEMA_REF(name, part, pointer, ref, advice)
  }

  /** Ajv refuses a name of two schemas, and does not report their places. */
  #checkDynamicAnchor(name: string, pointer: string, { schema, resource }: Located): void {
    const last = this.checks.parts.documents.enter(schema, resource).anchors.get(name)
    if (last === undefined || Object(last.schema).$dynamicAnchor !== name || last.schema === schema) return
    throw this.#invalid(pointer, `another schema, at "${last.pointer}", has the same name`)
  }
}

/** Version 8 refuses such a schema. */
function contradictsNull(keyword: string, value: unknown, schema: unknown): boolean {
  return keyword === 'nullable' && value === false && [Object(schema).type].flat().includes('null')
}

/**
 * Whether a shared schema constrains nothing and only holds others under names of its own, for `$ref`s such as
 * `models#/user`. An object that has only a misspelt keyword is not a container.
 */
function isContainer(schema: PlainObject, hasKeyword: (keyword: string) => boolean): boolean {
  const names = Object.keys(schema).filter((key) => !identities.has(key) && !stores.has(key) && !isAnnotation(key))
  if (names.some((name) => draft7Keywords.has(name) || hasKeyword(name) || !isPlainObject(schema[name]))) return false
  return names.some((name) => nearMisses(name, draft7Keywords).length === 0)
}
