/** The middle of some numbers: one slow window does not move it. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  const lower = sorted[sorted.length % 2 === 0 ? middle - 1 : middle] ?? Number.NaN
  return (lower + upper) / 2
}

/** The middle half, as `low–high`. */
export function spread(numbers: readonly number[]): readonly [low: number, high: number] {
  const sorted = [...numbers].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN
  return [at(0.25), at(0.75)]
}

/** A dash where nothing could be measured. */
export function printNumber(value: number): string {
  if (Number.isNaN(value)) return '–'
  if (value >= 1000) return Math.round(value).toLocaleString('en')
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)
}

/** Aligned columns: the first to the left, the others to the right. */
export function printTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const print = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  return rows.map(print).join('\n')
}
