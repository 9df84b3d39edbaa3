// Hot path: `const`, `enum` and `uniqueItems` call these for values that clients send.
import { findOrMake } from './lazy.js'
import { isPlainObject, type PlainObject } from './values.js'

export interface EqualItems {
  i: number
  j: number
}

/**
 * Whether two values are equal as JSON data. It reads own keys only. A client may send keys called `toString`,
 * `valueOf` or `constructor`, and a call of them would end in a 500.
 */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return Number.isNaN(one) && Number.isNaN(other)
  }
  if (Array.isArray(one)) return Array.isArray(other) && areEqualLists(one, other)
  if (Array.isArray(other) || !haveOneClass(one, other)) return false
  const text = textOfInstance(one)
  if (text !== null) return text === textOfInstance(other)
  return areEqualRecords(one as PlainObject, other as PlainObject) // only its own keys are read
}

export function isAmong(value: unknown, allowed: readonly unknown[]): boolean {
  return allowed.some((each) => isEqual(each, value))
}

function areEqualLists(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => isEqual(item, other[index]))
}

/** Counts the keys of the other one last. A client may send many, and each value of an `enum` is compared with them. */
function areEqualRecords(one: PlainObject, other: PlainObject): boolean {
  const names = Object.keys(one)
  return (
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name])) &&
    names.length === Object.keys(other).length
  )
}

function haveOneClass(one: object, other: object): boolean {
  if (isPlainObject(one)) return isPlainObject(other)
  return Object.getPrototypeOf(one) === Object.getPrototypeOf(other)
}

/**
 * The text of an instance whose class defines `valueOf` or `toString`, such as a date. JSON never contains such an
 * object.
 */
function textOfInstance(value: object): string | null {
  if (isPlainObject(value)) return null
  const prototype: PlainObject = Object.getPrototypeOf(value)
  for (const name of ['valueOf', 'toString'] as const) {
    const method = prototype[name]
    if (typeof method === 'function' && method !== Object.prototype[name]) return `${method.call(value)}`
  }
  return null
}

/** Fewer items are compared pair by pair: outlines of them take longer. */
const fewItems = 16

/** The last item that equals an earlier item, and the nearest of these earlier items. Ajv reports these positions. */
export function findEqual(items: readonly unknown[]): EqualItems | null {
  if (items.length > fewItems) return findByOutline(items, [...items.keys()], new Outlines())
  for (let i = items.length - 1; i > 0; i--) {
    for (let j = i - 1; j >= 0; j--) if (isEqual(items[i], items[j])) return { i, j }
  }
  return null
}

/** The factor by which outlines become longer when two are equal. */
const growth = 8

/**
 * Items with the same outline are compared by longer ones until their outlines are complete. So an item costs as much
 * as the part that it has in common with another. The time for nested lists stays near linear.
 */
function findByOutline(items: readonly unknown[], positions: readonly number[], outlines: Outlines): EqualItems | null {
  const groups = new Map<string, number[]>()
  for (const position of positions) {
    const outline = outlines.of(items[position])
    const group = groups.get(outline)
    if (group === undefined) groups.set(outline, [position])
    else group.push(position)
  }
  let last: EqualItems | null = null
  for (const [outline, group] of groups) {
    if (group.length === 1) continue
    const found = outline.endsWith(cutMark) ? findByOutline(items, group, outlines.longer()) : lastTwo(group)
    if (found !== null && (last === null || found.i > last.i)) last = found
  }
  return last
}

function lastTwo(positions: readonly number[]): EqualItems {
  return { i: positions.at(-1)!, j: positions.at(-2)! } // the group has two or more
}

const cutMark = '…'

/**
 * Texts that two values share exactly if they are equal, unless the texts are cut. No text is only a number. V8 hashes
 * texts of digits without a seed, and a client could send a thousand with one hash.
 */
class Outlines {
  #left = 0

  constructor(
    private readonly most = 64,
    private readonly classes = new Map<object, number>(),
  ) {}

  longer(): Outlines {
    return new Outlines(this.most * growth, this.classes)
  }

  of(value: unknown): string {
    this.#left = this.most
    const text = this.#write(value)
    return this.#left < 0 ? text + cutMark : `${text}.`
  }

  #write(value: unknown): string {
    this.#left--
    if (this.#left < 0) return ''
    if (typeof value === 'string') return this.#writeText(value)
    if (typeof value !== 'object' || value === null) return textOfScalar(value)
    if (Array.isArray(value)) return this.#writeList(value)
    const text = textOfInstance(value)
    const kind = isPlainObject(value) ? '' : this.#numberOf(Object.getPrototypeOf(value))
    // Only its own keys are read.
    return text === null ? this.#writeRecord(value as PlainObject, kind) : `i${kind}${this.#writeText(text)}`
  }

  #writeText(text: string): string {
    const most = this.#left * 16
    this.#left -= text.length >> 4
    return `s${text.length}:${this.#left < 0 ? text.slice(0, most) : text}`
  }

  #writeList(items: readonly unknown[]): string {
    let text = `[${items.length}:`
    for (let index = 0; index < items.length && this.#left >= 0; index++) text += this.#write(items[index])
    return text
  }

  #writeRecord(record: PlainObject, kind: string): string {
    const names = Object.keys(record)
    let text = `{${kind},${names.length}:`
    if (names.length > this.#left) {
      this.#left = -1 // sorting the names costs more than the limit that is left
      return text
    }
    for (const name of names.sort()) {
      if (this.#left < 0) break
      text += this.#writeText(name) + this.#write(record[name])
    }
    return text
  }

  #numberOf(prototype: object): string {
    return String(findOrMake(this.classes, prototype, () => this.classes.size))
  }
}

function textOfScalar(value: unknown): string {
  if (typeof value === 'number') return `n${value},` // -0 is written as 0
  if (typeof value === 'symbol') return `y${String(value)}`
  return value === null ? 'null,' : `${(typeof value)[0]}${value},`
}

/**
 * The first item, from the end, that equals one after it. Ajv reports these positions if all items are scalars.
 *
 * @param types the types of items that count; all, if it is omitted
 */
export function findSame(items: readonly unknown[], types: readonly string[] | null = null): EqualItems | null {
  const positions = new Map<string, number>()
  const counts = types === null ? null : (item: unknown) => types.some((type) => isOfType(item, type))
  if (items.length <= fewItems) return findSameOfFew(items, counts)
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items[i]
    if (counts !== null && !counts(item)) continue
    const text = typeof item === 'string' ? `s${item}` : textOfScalar(item)
    const j = positions.get(text)
    if (j !== undefined) return { i, j }
    positions.set(text, i)
  }
  return null
}

function findSameOfFew(items: readonly unknown[], counts: ((item: unknown) => boolean) | null): EqualItems | null {
  for (let i = items.length - 2; i >= 0; i--) {
    const j = items.indexOf(items[i], i + 1)
    if (j !== -1 && (counts === null || counts(items[i]))) return { i, j }
  }
  return null
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}
