import { encodedPointer, escapeStep, pointerTo } from '../../support/json-pointer.js'
import { isInherited } from '../../support/values.js'

/** Where code finds a value. */
export interface CodePosition {
  readonly value: string
  /** The object or array that contains it, as code. A coerced value replaces the old one there. */
  readonly parent: string
  readonly key: string
  /** The step from the value of the function to this value, as code. Null if both are one value. */
  readonly step: string | null
  /** Where its schema is, as errors report it. */
  readonly schemaPath: string
}

/** An object or array, and a key of it, as code. */
export type Place = Pick<CodePosition, 'parent' | 'key'>

export function placeOf({ parent, key }: Place): string {
  return `${parent}[${key}]`
}

/** An expression for a value. A property that an object only inherits from `Object.prototype` counts as missing. */
export function valueAt(place: Place): string {
  const at = placeOf(place)
  return isInheritedKey(place) ? `(Object.hasOwn(${place.parent}, ${place.key}) ? ${at} : undefined)` : at
}

/** The same for a property. An object may inherit other names from a class with accessors. */
export function propertyOf(object: string, name: string): string {
  return valueAt({ parent: object, key: JSON.stringify(name) })
}

/** A statement that gives a property to an object that may lack it. */
export function setTo(place: Place, value: string): string {
  return isInheritedKey(place) ? `setOwn(${place.parent}, ${place.key}, ${value})` : `${placeOf(place)} = ${value}`
}

function isInheritedKey({ key }: Place): boolean {
  return key.startsWith('"') && isInherited(key.slice(1, -1)) // these names need no escape
}

/** The value of a function. @param key the name of its parameter for the key of the value: `index` for an item */
export function rootPosition(schemaPath: string, key: RootKey): CodePosition {
  return { value: 'input', parent: 'parent', key, step: null, schemaPath }
}

export type RootKey = 'key' | typeof itemKey

/** The variable that holds the index of an item. */
export const itemKey = 'index'

/** A part of a value. @param path from the schema of the value to that of the part */
function partPosition(around: CodePosition, path: string, key: string, step: string): CodePosition {
  return { value: 'value', parent: around.value, key, step, schemaPath: `${around.schemaPath}/${path}` }
}

export function propertyPosition(around: CodePosition, name: string): CodePosition {
  const step = JSON.stringify(pointerTo('', name))
  return partPosition(around, `properties${fragment(name)}`, JSON.stringify(name), step)
}

export function itemPosition(
  around: CodePosition,
  path: string,
  index: number | typeof itemKey = itemKey,
): CodePosition {
  return partPosition(around, path, String(index), index === itemKey ? `\`/\${index}\`` : `"/${index}"`)
}

/** A property whose name is in the variable `name`. */
export function namedPosition(around: CodePosition, path: string): CodePosition {
  return partPosition(around, path, 'name', "pointerTo('', name)")
}

/** A name as a step of a pointer in a URI. */
export function fragment(name: string): string {
  return usual.test(name) ? `/${name}` : `/${encodedPointer(escapeStep(name))}`
}

const usual = /^[\w-]*$/
