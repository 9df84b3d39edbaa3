import type { SchemaDialect } from '../../../contracts/schema.js'
import { Unsupported } from '../../emit/unsupported.js'
import type { Group, Keyword } from '../../keywords/keyword.js'
import { requiredNames } from '../../keywords/properties.js'
import { groupOrder, inOrder, isExtension, keywordOf } from '../../keywords/table.js'
import type { PlainObject } from '../../model/plain-data.js'

/** The keywords of a schema that check something. @throws Unsupported where native code does not know one */
export function checksOf(schema: PlainObject): Keyword[] {
  const found: Keyword[] = []
  for (const name of Object.keys(schema)) {
    if (schema[name] === undefined) continue
    const keyword = keywordOf(name)
    if (keyword === undefined ? !isExtension(name) : keyword.isForeign === true)
      throw new Unsupported(`the keyword "${name}"`)
    if (keyword !== undefined && keyword.groups.length > 0) found.push(keyword)
  }
  return found
}

/** Keywords that check values of one type. */
export type KeywordGroup = readonly [group: Group, keywords: readonly Keyword[]]

/** What schemas with the same keywords check, in the order in which the version does. */
export interface KeywordPlan {
  /** The groups that have keywords, each with them. */
  readonly groups: readonly KeywordGroup[]
  /** Whether one of the keywords may coerce the value. */
  readonly mayReplace: boolean
}

/** A plan takes a few hundred bytes, and requests can bring schemas along. */
const mostPlans = 1000

/** The plans of one server: the schemas of a boot have few sets of keywords. */
export class KeywordPlans {
  readonly #version: 6 | 8
  readonly #dialect: SchemaDialect
  readonly #plans = new Map<string, KeywordPlan>()

  constructor({ version, dialect }: { version: 6 | 8; dialect: SchemaDialect }) {
    this.#version = version
    this.#dialect = dialect
  }

  /** @throws Unsupported where native code does not know a keyword */
  of(schema: PlainObject): KeywordPlan {
    const used = checksOf(schema)
    let key = ''
    for (const { name } of used) key += `${name} `
    const known = this.#plans.get(key)
    if (known !== undefined) return known
    const plan = this.#make(used)
    if (this.#plans.size >= mostPlans) this.#plans.clear()
    this.#plans.set(key, plan)
    return plan
  }

  #make(found: readonly Keyword[]): KeywordPlan {
    const dialect = this.#dialect
    const unknown = found.find(({ dialects }) => dialects?.includes(dialect) === false)
    if (unknown !== undefined) throw new Unsupported(`the keyword "${unknown.name}" in the dialect ${dialect}`)
    // Others check some keywords with their own.
    const checked = found.filter(({ name }) => !found.some(({ replaces }) => replaces === name))
    const used = inOrder(checked, this.#version)
    const groups = groupOrder[this.#version]
      .map((group) => [group, used.filter((keyword) => keyword.groups.includes(group))] as const)
      .filter(([, keywords]) => keywords.length > 0)
    return { groups, mayReplace: used.some(mayReplace) }
  }
}

/** Whether a schema checks nothing: ajv writes nothing for it. */
export function isEmptySchema(schema: unknown, version: 6 | 8): boolean {
  if (typeof schema !== 'object' || schema === null) return schema !== false
  return !Object.keys(schema).some((name) => {
    const keyword = keywordOf(name)
    if (keyword === undefined) return !isExtension(name)
    const isCounted = keyword.groups.length > 0 || keyword.name === 'nullable'
    return isCounted && !(version === 6 && keyword.isEmptyIn6 === true)
  })
}

/** Whether schemas apply to the parts of a value, or further schemas to the value itself. */
export function hasParts(schema: PlainObject): boolean {
  return checksOf(schema).some(({ name, groups, subschemas }) => {
    return subschemas !== undefined || name === '$ref' || groups[0] === 'object'
  })
}

/** Whether nothing in a schema but its `$ref` checks anything. */
export function isOnlyRef(schema: PlainObject): boolean {
  if (schema.$ref === undefined) return false
  return checksOf(schema).every(({ name }) => name === '$ref')
}

/**
 * Whether undeclared properties are removed from a value before its schema validates it. Elsewhere they go on the way:
 * only where one schema alone applies to a value does it decide what is undeclared.
 */
export function needsRemovalAhead(schema: PlainObject): boolean {
  const checks = checksOf(schema)
  if (checks.some(({ name, removesAhead }) => removesAhead?.(schema[name]) === true)) return true
  if (checks.length > 1 && schema.$ref !== undefined) return true
  // What is removed is not compared.
  if (isCompared(schema) && checks.some(({ validates }) => validates === 'parts')) return true
  if (schema.additionalProperties === undefined) return false
  // A property may be required, and not declared.
  return requiredNames(schema).some((name) => !Object.hasOwn(Object(schema.properties), name))
}

function isCompared(schema: PlainObject): boolean {
  return schema.const !== undefined || schema.enum !== undefined
}

/** Whether a keyword may coerce the value that it checks. */
function mayReplace({ name, validates }: Keyword): boolean {
  return validates === 'value' || name === '$ref'
}
