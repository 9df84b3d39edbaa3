/** A source map of esbuild, in the format of ECMA-426. */
interface SourceMap {
  readonly sources: readonly string[]
  readonly sourcesContent?: readonly (string | null)[]
  readonly names: readonly string[]
  readonly mappings: string
}

/** A source map, and the line of the whole file at which its own lines begin. */
export interface PlacedMap {
  readonly line: number
  readonly map: string
}

/** One map of several, in the order of their lines. Node reads no maps with `sections`. */
export function joinMaps(placed: readonly PlacedMap[]): string {
  const sources: string[] = []
  const sourcesContent: (string | null)[] = []
  const names: string[] = []
  // Each number of a segment is the difference from the segment before: column, source, line, column there, name.
  const sums = [0, 0, 0, 0, 0]
  let mappings = ''
  let line = 0
  for (const { line: start, map } of placed) {
    const own: SourceMap = JSON.parse(map)
    const begins = [0, sources.length, 0, 0, names.length]
    const shifts = begins.map((begin, index) => begin - (sums[index] ?? 0))
    mappings += ';'.repeat(start - line)
    mappings += own.mappings.replace(/[^;,]+/g, (segment) => {
      const numbers = decode(segment)
      const shifted = numbers.map((number, index) => {
        const shift = index === 0 ? 0 : (shifts[index] ?? 0)
        shifts[index] = 0 // the following differences hold
        sums[index] = (sums[index] ?? 0) + number + shift
        return number + shift
      })
      return numbers.every((number, index) => number === shifted[index]) ? segment : shifted.map(encode).join('')
    })
    line = start + own.mappings.split(';').length - 1
    sources.push(...own.sources)
    sourcesContent.push(...own.sources.map((_source, index) => own.sourcesContent?.[index] ?? null))
    names.push(...own.names)
  }
  return JSON.stringify({ version: 3, sources, sourcesContent, names, mappings })
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const values = new Map([...digits].map((digit, value) => [digit, value]))

/** Numbers of a segment: five bits a digit, the lowest first; the sixth bit is set where more follow. */
function decode(segment: string): number[] {
  const numbers: number[] = []
  let number = 0
  let scale = 1
  for (const digit of segment) {
    const value = values.get(digit) ?? 0
    number += (value & 31) * scale
    scale *= 32
    if (value & 32) continue
    const size = Math.floor(number / 2)
    numbers.push(number % 2 === 1 ? -size : size) // the lowest bit is the sign
    number = 0
    scale = 1
  }
  return numbers
}

function encode(number: number): string {
  let rest = Math.abs(number) * 2 + (number < 0 ? 1 : 0)
  let text = ''
  do {
    const value = rest % 32
    rest = Math.floor(rest / 32)
    text += digits[rest > 0 ? value + 32 : value]
  } while (rest > 0)
  return text
}
