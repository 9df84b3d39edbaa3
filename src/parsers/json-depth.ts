// Hot path for JSON bodies that are long enough to be deep.

const quote = 34
const backslash = 92
// A bracket differs from the brace of its side in one bit.
const openings = 123
const closings = 125

/**
 * A text with more than one bracket for this many characters is checked before it is parsed. The parser takes 15 times
 * as long for a text of brackets only.
 */
const dense = 8
/** Levels of recursion that are safe for the stack. */
const walkable = 1000

/**
 * Parses a text unless its objects and arrays are nested more than `limit` levels deep. The parser itself uses no stack
 * for depth, but validators, serializers and handlers recurse.
 *
 * @param parse treats names that reach a prototype
 * @returns `tooDeep` for a value that is nested too deep
 */
export function parseWithin(json: string, limit: number, parse: (json: string) => unknown): unknown {
  const most = Math.max(limit, Math.ceil(json.length / dense))
  const opened = count(json, '{', most) + count(json, '[', most)
  if (opened <= limit) return parse(json)
  if (opened > most || limit > walkable) return isTextDeeper(json, limit) ? tooDeep : parse(json)
  // A walk through the value takes a seventh of the time of reading the text. It finds the names without a search in
  // the text.
  const value: unknown = json.charCodeAt(0) === byteOrderMark ? null : JSON.parse(json)
  if (typeof value === 'object' && value !== null && isPlain(value, limit)) return value
  const safe = parse(json)
  return isDeeper(safe, limit) ? tooDeep : safe
}

/** `JSON.parse` rejects it. */
export const byteOrderMark = 0xfeff

export const tooDeep = Symbol('too deep')

/** Whether an object or array is within the limit, and has no name that may reach a prototype. */
function isPlain(value: object, limit: number): boolean {
  if (limit === 0) return false
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object' && item !== null && !isPlain(item, limit - 1)) return false
    return true
  }
  const object = value as Record<string, unknown> // parsed from a text: all its properties are own
  for (const name in object) {
    if (name === '__proto__' || name === 'constructor') return false
    const inner = object[name]
    if (typeof inner === 'object' && inner !== null && !isPlain(inner, limit - 1)) return false
  }
  return true
}

/** Whether a parsed value is nested more than `limit` levels deep. */
function isDeeper(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (limit === 0) return true
  if (Array.isArray(value)) {
    for (const item of value) if (isDeeper(item, limit - 1)) return true
    return false
  }
  const object = value as Record<string, unknown> // parsed from a text: all its properties are own
  for (const name in object) if (isDeeper(object[name], limit - 1)) return true
  return false
}

/** Whether a text is nested more than `limit` levels deep. It does not parse the text. */
function isTextDeeper(json: string, limit: number): boolean {
  let depth = 0
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index)
    if (code === quote) index = endOfText(json, index)
    else if ((code | 32) === openings) {
      if (++depth > limit) return true
    } else if ((code | 32) === closings) depth--
  }
  return false
}

/** The number of occurrences of a character. Counting stops above the limit. */
function count(json: string, character: string, limit: number): number {
  let found = 0
  for (let index = json.indexOf(character); index !== -1; index = json.indexOf(character, index + 1)) {
    if (++found > limit) break
  }
  return found
}

/** The index of the quote that closes a string, or the end of the text if no quote closes it. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let slashes = 0
    while (json.charCodeAt(end - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return end
  }
  return json.length
}
