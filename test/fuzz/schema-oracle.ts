import { type Schema, targetOf, wellFormed } from './schema-values.js'

/**
 * The rules of JSON Schema itself, independent of the product. They determine whether a value fits, and which parts of
 * it a schema declares. A format distinguishes branches; elsewhere it is an annotation, as in JSON Schema.
 */
export function fits(schema: Schema, value: unknown, root: Schema): boolean {
  return new Judge(root, 'whole').fits(schema, value)
}

/**
 * Whether a value has the types of a schema. Enumerated values do not count, except in branches, which they
 * distinguish.
 */
export function hasTypes(schema: Schema, value: unknown, root: Schema): boolean {
  return new Judge(root, 'types').fits(schema, value)
}

/**
 * The ways to read a schema. `types` uses its types alone, `whole` removes undeclared properties, and in a `branch` such
 * properties do not fit.
 */
type Reading = 'types' | 'whole' | 'branch'

class Judge {
  readonly #root: Schema
  readonly #reading: Reading

  constructor(root: Schema, reading: Reading) {
    this.#root = root
    this.#reading = reading
  }

  fits(schema: Schema, value: unknown): boolean {
    const branch = new Judge(this.#root, this.#reading === 'types' ? 'types' : 'branch')
    if (schema.$ref !== undefined) return this.fits(targetOf(schema.$ref, this.#root), value)
    if (value === null && schema.nullable === true && schema.type !== undefined) return true
    const isListed = this.#reading !== 'types'
    if (isListed && 'const' in schema && schema.const !== value) return false
    if (isListed && schema.enum !== undefined && !schema.enum.includes(value)) return false
    if (schema.type !== undefined && ![schema.type].flat().some((type) => isOfType(type, value))) return false
    if (this.#reading === 'branch' && !hasFormat(schema.format, value)) return false
    if (schema.allOf?.every((part) => this.fits(part, value)) === false) return false
    if (schema.anyOf?.some((part) => branch.fits(part, value)) === false) return false
    const fitting = schema.oneOf?.filter((part) => branch.fits(part, value)).length ?? 1
    if (fitting === 0 || (isListed && fitting > 1)) return false
    if (Array.isArray(value)) return value.every((item) => this.fits(schema.items ?? {}, item))
    return isRecord(value) ? this.#objectFits(schema, value) : true
  }

  #objectFits(schema: Schema, value: Record<string, unknown>): boolean {
    // `null` where nothing is nullable is written as the empty value of its type (docs/reliability.md).
    const isConverted = this.#reading === 'types' && Object.keys(value).length === 0
    if (!isConverted && schema.required?.every((name) => Object.hasOwn(value, name)) === false) return false
    return Object.entries(value).every(([name, part]) => {
      const speaking = schemasOf(schema, name)
      const isUndeclared = speaking.length === 0 && schema.additionalProperties === false
      if (isUndeclared && this.#reading === 'branch') return false
      return speaking.every((own) => this.fits(own, part))
    })
  }
}

/** The schemas that speak of a property, apart from those in branches. */
function schemasOf(schema: Schema, name: string): Schema[] {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema
  const speaking = Object.entries(patternProperties).flatMap(([pattern, own]) =>
    new RegExp(pattern).test(name) ? own : [],
  )
  if (Object.hasOwn(properties, name)) speaking.push(properties[name]!)
  if (speaking.length > 0) return speaking
  if (additionalProperties === true) return [{}]
  return typeof additionalProperties === 'object' ? [additionalProperties] : []
}

/**
 * The parts of a fitting value that must be sent: exactly those that the schema declares. If several branches fit, the
 * declarations of any one of them count.
 */
export function declaredParts(schema: Schema, value: unknown, root: Schema): unknown[] {
  if (schema.$ref !== undefined) return declaredParts(targetOf(schema.$ref, root), value, root)
  const branches = schema.oneOf ?? schema.anyOf
  if (branches !== undefined) {
    return branches
      .filter((part) => new Judge(root, 'branch').fits(part, value))
      .flatMap((part) => declaredParts(part, value, root))
  }
  if (Array.isArray(value)) {
    const { items } = schema
    return combined(value.map((item) => (items === undefined ? [item] : declaredParts(items, item, root))))
  }
  if (!isRecord(value)) return [value]
  if (schema.type === undefined && schema.allOf === undefined) return [value]
  const speakers = schema.allOf === undefined ? [schema] : partsOf(schema, root)
  const declared = Object.entries(value).flatMap(([name, part]) => {
    const own = speakers.flatMap((speaker) => schemasOf(speaker, name))
    return own.length === 0 ? [] : [[name, ofAll(own, part, root)] as const]
  })
  return combined(declared.map(([, parts]) => parts)).map((parts) =>
    Object.fromEntries(declared.map(([name], index) => [name, parts[index]])),
  )
}

function partsOf(schema: Schema, root: Schema): Schema[] {
  return (schema.allOf ?? []).flatMap((part) => (part.$ref === undefined ? [part] : [targetOf(part.$ref, root)]))
}

/** Where several schemas speak of one place, each may be the one that is asked. */
function ofAll(schemas: readonly Schema[], value: unknown, root: Schema): unknown[] {
  return schemas.flatMap((schema) => declaredParts(schema, value, root))
}

/** One of each, in every combination; the cases drawn are small. */
function combined(choices: readonly (readonly unknown[])[]): unknown[][] {
  return choices.reduce<unknown[][]>(
    (lists, choice) => lists.flatMap((list) => choice.map((one) => [...list, one])).slice(0, 200),
    [[]],
  )
}

function hasFormat(format: string | undefined, value: unknown): boolean {
  return format === undefined || typeof value !== 'string' || wellFormed[format]?.includes(value) === true
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isRecord(value)
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return Number.isFinite(value)
    default:
      return typeof value === type
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
