import { furtherPlace, itemPlace, type Place, propertyPlace } from '../../emit/code-position.js'
import type { Coding } from '../../emit/emitter.js'
import { Unruled } from '../../emit/unsupported.js'
import { isInherited } from '../../model/inherited-names.js'
import { isPlainObject, type PlainObject } from '../../model/plain-data.js'
import { codeOfLimit, jsonOf } from './scalar-rules.js'
import { tellsSomething } from './telling.js'
import type { JsonType } from './value-types.js'

/** Statements for the keywords about arrays. */
export function codeOfArray(schema: PlainObject, place: Place, code: Coding): string[] {
  const { value } = place
  const { items } = schema
  const lines = [
    ...codeOfLimit('maxItems', (limit) => `${value}.length > ${limit}`, schema, place, code),
    ...codeOfLimit('minItems', (limit) => `${value}.length < ${limit}`, schema, place, code),
  ]
  if (items !== undefined && tellsSomething(items)) {
    lines.push(`for (let index = 0; index < ${value}.length; index++) {`, code.ofInner(items, itemPlace(place)), '}')
  }
  if (schema.uniqueItems === true) {
    const find = isOfScalars(items, code.options.version) ? 'findSame' : 'findEqual'
    const fail = code.fail(place, 'uniqueItems', null, 'found')
    lines.push(`{ const found = ${find}(${value})\nif (found !== null) ${fail} }`)
  }
  return lines
}

/** Whether the items of an array are of types that can be told apart by looking at them. */
function isOfScalars(items: unknown, version: 6 | 8): boolean {
  if (!isPlainObject(items)) return false
  if (items.nullable === true && version === 6) throw new Unruled() // it does not look at null
  const types = [items.type ?? []].flat() as JsonType[] // checked before
  return types.length > 0 && !types.includes('object') && !types.includes('array')
}

/** Statements for the keywords about objects. */
export function codeOfObject(schema: PlainObject, place: Place, code: Coding): string[] {
  const { value } = place
  const names = Object.keys(isPlainObject(schema.properties) ? schema.properties : {})
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  if ([...names, ...required].some(isInherited)) throw new Unruled() // everything has them
  if (required.includes('')) throw new Unruled() // version 8 never misses it
  const size = `Object.keys(${value}).length`
  return [
    ...codeOfRemoval(schema, new Set([...names, ...required]), place, code),
    ...codeOfDefaults(schema, place, code),
    ...codeOfLimit('maxProperties', (limit) => `${size} > ${limit}`, schema, place, code),
    ...codeOfLimit('minProperties', (limit) => `${size} < ${limit}`, schema, place, code),
    ...required.filter((name) => isAskedFirst(schema, name, code)).map((name) => codeOfRequired(name, place, code)),
    ...codeOfFurther(schema, names, place, code),
    ...names.map((name) => codeOfProperty(schema, name, required.includes(name), place, code)),
  ]
}

/** Version 6 asks for a property when it comes to it, unless there are no rules for it. */
function isAskedFirst({ properties }: PlainObject, name: string, code: Coding): boolean {
  return code.options.version === 8 || !isPlainObject(properties) || !tellsSomething(properties[name] ?? true)
}

function codeOfRequired(name: string, place: Place, code: Coding): string {
  return `if (${place.value}[${JSON.stringify(name)}] === undefined) ${code.fail(place, 'required', name)}`
}

/** Properties that the schema does not name go, before anything is asked. */
function codeOfRemoval(schema: PlainObject, named: ReadonlySet<string>, place: Place, code: Coding): string[] {
  const { additionalProperties } = schema
  const isOpen = additionalProperties !== undefined && additionalProperties !== false
  const isDeclared = isPlainObject(schema.properties) || additionalProperties === false
  const isMoreNamed = named.size > Object.keys(Object(schema.properties)).length
  // Required, but not declared: it may not be let in, or nothing be removed from it.
  if (code.removes && isMoreNamed && additionalProperties !== undefined) throw new Unruled()
  if (!code.removes || isOpen || !isDeclared) return []
  const names = [...named]
  const { value, parent, key } = place
  const kept = `keep(${value}, ${parent}, ${key}, ${namesAsSet(names, code) ?? JSON.stringify(names)})`
  const otherwise = additionalProperties === false ? failFurther(place, code) : 'break'
  return [
    eachFurther(
      names,
      place,
      code,
      `{\nconst kept = ${kept}\nif (kept === null) ${otherwise}\n${value} = kept\nbreak\n}`,
    ),
  ]
}

function codeOfDefaults({ properties }: PlainObject, place: Place, code: Coding): string[] {
  const { defaults } = code.options
  if (!isPlainObject(properties) || defaults === 'nowhere') return []
  return Object.keys(properties).flatMap((name) => {
    const property = properties[name]
    if (!isPlainObject(property) || property.default === undefined) return []
    const at = `${place.value}[${JSON.stringify(name)}]`
    if (code.removes && isFilled(property.default)) throw new Unruled() // nothing is removed from a default
    const isEmpty = defaults === 'for what is missing' ? '' : ` || ${at} === null || ${at} === ''`
    return [`if (${at} === undefined${isEmpty}) ${at} = ${jsonOf(property.default)}`]
  })
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function codeOfFurther(schema: PlainObject, names: readonly string[], place: Place, code: Coding): string[] {
  const { additionalProperties } = schema
  if (additionalProperties === false) {
    return code.removes ? [] : [eachFurther(names, place, code, failFurther(place, code))]
  }
  if (!isPlainObject(additionalProperties) || !tellsSomething(additionalProperties)) return []
  return [eachFurther(names, place, code, `{\n${code.ofInner(additionalProperties, furtherPlace(place))}\n}`)]
}

function failFurther(place: Place, code: Coding): string {
  return code.fail(place, 'additionalProperties', null, '{ additionalProperty: name }')
}

/** More names than this are looked up in a set. */
const mostCompared = 24

/** A name for a set of many names; `null`: they are few. */
function namesAsSet(names: readonly string[], code: Coding): string | null {
  return names.length > mostCompared ? code.constant(`new Set(${JSON.stringify(names)})`) : null
}

function eachFurther(names: readonly string[], { value }: Place, code: Coding, statement: string): string {
  const set = namesAsSet(names, code)
  const isFurther =
    set === null ? names.map((name) => `name !== ${JSON.stringify(name)}`).join(' && ') || 'true' : `!${set}.has(name)`
  return `for (const name in ${value}) if (${isFurther}) ${statement}`
}

function codeOfProperty(
  { properties }: PlainObject,
  name: string,
  isRequired: boolean,
  place: Place,
  code: Coding,
): string {
  const schema = Object(properties)[name]
  if (!tellsSomething(schema)) return ''
  const hasValue = hasDefault(schema, code)
  const inner = code.ofInner(schema, propertyPlace(name, place), isRequired || hasValue ? 'always' : 'if there')
  const isAsked = isRequired && !hasValue && code.options.version === 6
  return isAsked ? `${codeOfRequired(name, place, code)}\n${inner}` : inner
}

function hasDefault(schema: unknown, { options }: Coding): boolean {
  return isPlainObject(schema) && schema.default !== undefined && options.defaults !== 'nowhere'
}
