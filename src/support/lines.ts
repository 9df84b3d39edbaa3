import { stripVTControlCharacters } from '../packages/node.cjs'

/** The fewest columns for words. */
export const leastRoom = 20

/** East Asian characters and emoji that are drawn in colour take two columns of a terminal. */
const wide =
  /(?!\p{Regional_Indicator})\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u

/** Marks on the character before them, and characters that only join or direct others. */
const without = /(?!\u00ad)[\p{Mn}\p{Me}\p{Cf}]/u

/** Texts in which each character takes one column: Latin, punctuation and the lines of a tree. */
const narrow = /^[\u0020-\u007e\u00a1-\u02ff\u2010-\u2027\u2500-\u257f]*$/

/** The number of columns of a text. */
export function lengthOf(text: string): number {
  const bare = stripVTControlCharacters(text)
  return narrow.test(bare) ? bare.length : [...bare].reduce((sum, character) => sum + columnsOf(character), 0)
}

function columnsOf(character: string): number {
  if (wide.test(character)) return 2
  return without.test(character) ? 0 : 1
}

/** Cuts a text to a width, with `…` at its end, and keeps colour codes. A width of null cuts nothing. */
export function cutLine(text: string, width: number | null): string {
  if (width === null || lengthOf(text) <= width) return text
  let left = Math.max(0, width - 1)
  let isCut = false
  return text.replace(mark, (piece) => {
    if (piece.length > 1 && piece.startsWith('\u001b')) return piece
    if (isCut) return ''
    left -= columnsOf(piece)
    isCut = left < 0
    return isCut ? '…' : piece
  })
}

/** A colour code, or one character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: marks begin with one
const mark = /\u001b\[[0-9;]*m|./gsu

/** Breaks a text between words. A width that is too small for words breaks nothing. */
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
