/** Control characters of a terminal (C0, C1, DEL), and characters that change the direction or the line of a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that it looks for
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Escapes the control characters of a text, because names of an application could move the cursor of a terminal. */
export function visibleText(text: string): string {
  return text.replace(controls, toEscape)
}

/** Escapes the control characters of a text, but keeps its line breaks. */
export function visibleLines(text: string): string {
  return text.split(/\r?\n/).map(visibleText).join('\n')
}

/** Escapes the control characters in the texts of JSON. `JSON.stringify` escapes only those of C0. The data is equal. */
export function visibleJson(json: string): string {
  return json.replace(controls, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * Escapes the control characters of a text that a server writes to standard error. Clients choose parts of it. Lines
 * after the first are indented. So no value of a client looks like a line of the server.
 */
export function visibleEntry(text: string): string {
  return visibleLines(text).replaceAll('\n', '\n  ')
}

/** A copy of plain data in which all texts are visible. */
export function visible<T>(data: T): T {
  return copy(data) as T // the same shape
}

function copy(data: unknown): unknown {
  if (typeof data === 'string') return visibleText(data)
  if (Array.isArray(data)) return data.map(copy)
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [visibleText(name), copy(value)]))
}

function toEscape(character: string): string {
  const code = character.charCodeAt(0).toString(16)
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`
}
