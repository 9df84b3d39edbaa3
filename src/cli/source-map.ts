import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'

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

/** Joins several maps into one, in the order of their lines. Node does not read maps with `sections`. */
export function joinMaps(placed: readonly PlacedMap[]): string {
  const sources: string[] = []
  const sourcesContent: (string | null)[] = []
  const names: string[] = []
  const lines: SourceMapSegment[][] = []
  for (const { line, map } of placed) {
    const own: SourceMap = JSON.parse(map)
    for (const [index, segments] of decode(own.mappings).entries()) {
      while (lines.length <= line + index) lines.push([])
      for (const segment of segments) shift(segment, sources.length, names.length)
      lines[line + index]?.push(...segments)
    }
    sources.push(...own.sources)
    sourcesContent.push(...own.sources.map((_source, index) => own.sourcesContent?.[index] ?? null))
    names.push(...own.names)
  }
  return JSON.stringify({ version: 3, sources, sourcesContent, names, mappings: encode(lines) })
}

/** Moves the indices of a segment from the lists of its own map to the joined lists. Copies of all would be garbage. */
function shift(segment: SourceMapSegment, sources: number, names: number): void {
  if (segment.length === 1) return
  segment[1] += sources
  if (segment.length === 5) segment[4] += names
}
