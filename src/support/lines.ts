import { stripVTControlCharacters } from 'node:util'

/** Columns in which words can still be set. */
export const leastRoom = 20

/** The columns that a text takes. */
export function lengthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length
}

/** Breaks a text between words; a width that leaves no room for words is none. */
export function breakLines(text: string, width: number | null): string[] {
  if (width === null || width < leastRoom || lengthOf(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && lengthOf(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line].map((each) => each.trimEnd())
}
