// Hot path for JSON bodies that are long enough to be deep.

const quote = 34
const backslash = 92
// Brackets and braces differ in one bit.
const openings = 123
const closings = 125

/**
 * Whether objects and arrays stand within one another more than `limit` levels deep. The parser itself needs no stack,
 * but whoever walks what it made does: validators, serializers, handlers.
 */
export function isDeeper(json: string, limit: number): boolean {
  if (json.length <= 2 * limit) return false // each level is opened and closed
  if (count(json, '{', limit) + count(json, '[', limit) <= limit) return false // a seventh of the time of what follows
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

/** How often a character stands anywhere, as far as it matters. */
function count(json: string, character: string, limit: number): number {
  let found = 0
  for (let index = json.indexOf(character); index !== -1; index = json.indexOf(character, index + 1)) {
    if (++found > limit) break
  }
  return found
}

/** The quote that closes a text, or the end where none does. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let slashes = 0
    while (json.charCodeAt(end - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return end
  }
  return json.length
}
