/** Up to three candidates for a misspelt `word`, nearest first. */
export function nearMisses(word: string, candidates: Iterable<string>): string[] {
  const limit = Math.max(1, Math.min(3, Math.floor(word.length / 3)))
  const found: { candidate: string; distance: number }[] = []
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), limit)
    if (distance <= limit) found.push({ candidate, distance })
  }
  found.sort((one, other) => one.distance - other.distance)
  return found.slice(0, 3).map(({ candidate }) => candidate)
}

/** `did you mean "a" or "b"?`, or nothing. */
export function didYouMean(misses: readonly string[]): string {
  return misses.length === 0 ? '' : `did you mean ${misses.map((miss) => `"${miss}"`).join(' or ')}?`
}

/** The number of insertions, deletions, replacements and swaps of neighbours. Above `limit` it is `limit + 1`. */
function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const replaced = last[column - 1]! + (one[row - 1] === other[column - 1] ? 0 : 1)
      let best = Math.min(last[column]! + 1, current[column - 1]! + 1, replaced)
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (row > 1 && column > 1 && swapped) best = Math.min(best, beforeLast[column - 2]! + 1)
      current.push(best)
    }
    beforeLast = last
    last = current
  }
  return last[other.length]!
}
