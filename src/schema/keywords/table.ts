import type { Group } from '../emit/value-types.js'
import { annotations, foreign, holders, reference } from './annotations.js'
import { branchTypes } from './branch-types.js'
import { allOf, anyOf, conditions, not, oneOf } from './choices.js'
import { dependencies, dependentRequired } from './dependencies.js'
import { itemKeywords } from './items.js'
import type { Keyword } from './keyword.js'
import { additionalProperties, patternProperties, properties, propertyNames, required } from './properties.js'
import { numbers, sizesOfArrays, sizesOfObjects, texts } from './scalars.js'
import { constant, enumeration, falseSchema, nullable, type } from './values.js'

/** All keywords, those of one group in the order in which version 8 of ajv checks them. */
export const keywords: readonly Keyword[] = [
  ...[reference, type, nullable, constant, enumeration, not, anyOf, oneOf, allOf, ...conditions, branchTypes],
  ...numbers,
  ...texts,
  ...[...sizesOfArrays, ...itemKeywords],
  ...[...sizesOfObjects, required, propertyNames, additionalProperties, dependencies],
  ...[properties, patternProperties, dependentRequired],
  ...[...holders, ...annotations, ...foreign, falseSchema],
]

const byName: ReadonlyMap<string, Keyword> = new Map(keywords.map((keyword) => [keyword.name, keyword]))

export function keywordOf(name: string): Keyword | undefined {
  return byName.get(name)
}

export const groupOrder: Readonly<Record<6 | 8, readonly Group[]>> = {
  6: ['number', 'string', 'array', 'object', 'any'],
  8: ['any', 'number', 'string', 'array', 'object'],
}

export function inOrder(used: Keyword[], version: 6 | 8): Keyword[] {
  const placeOf = (keyword: Keyword) => places[version].get(keyword) ?? 0
  return used.sort((one, other) => placeOf(one) - placeOf(other))
}

const places = { 6: placesIn(6), 8: placesIn(8) }

function placesIn(version: 6 | 8): ReadonlyMap<Keyword, number> {
  const placeOf = ({ before6 }: Keyword, index: number) => {
    return version === 8 || before6 === undefined ? index : keywords.findIndex(({ name }) => name === before6) - 0.5
  }
  return new Map(keywords.map((keyword, index) => [keyword, placeOf(keyword, index)]))
}

function namesOf(is: (keyword: Keyword) => boolean): ReadonlySet<string> {
  return new Set(keywords.filter(is).map(({ name }) => name))
}

/** Keywords of JSON Schema draft 7, which both versions of ajv know. */
export const draft7Keywords = namesOf(({ isOfDraft7 }) => isOfDraft7 === true)

export const identities = namesOf(({ isIdentity }) => isIdentity === true)

export const stores = namesOf(({ isStore }) => isStore === true)

const groupsOfTypes = (['object', 'array', 'string', 'number'] as const).map((group) => {
  // The library fast-json-stringify does not read this keyword, and replies must be like its own.
  const names = namesOf(({ name, groups, isOfDraft7 }) => {
    return isOfDraft7 === true && groups.length === 1 && groups[0] === group && name !== 'propertyNames'
  })
  return [group, [...names]] as const
})

/** The type of a schema without `type`, as its keywords imply it, in replies. */
export function impliedType(has: (keyword: string) => boolean): string | undefined {
  return groupsOfTypes.find(([, names]) => names.some(has))?.[0]
}

/** Extensions of OpenAPI: `x-internal`. */
export function isExtension(keyword: string): boolean {
  return keyword.startsWith('x-')
}

/** Whether a keyword describes and does not constrain: later drafts' and those of OpenAPI 3, and extensions. */
export function isAnnotation(keyword: string): boolean {
  return byName.get(keyword)?.isAnnotation === true || isExtension(keyword)
}
