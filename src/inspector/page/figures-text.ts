/** `0.4 ms`, `12 ms`, `1.2 s`; below a tenth of a millisecond in microseconds. */
export function showTime(milliseconds: number): string {
  if (milliseconds < 0.1) return `${Math.round(milliseconds * 1000)} µs`
  if (milliseconds < 10) return `${milliseconds.toFixed(milliseconds < 1 ? 2 : 1)} ms`
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  return `${(milliseconds / 1000).toFixed(1)} s`
}

/** `950`, `1.2k`, `3.4M`. */
export function showCount(count: number): string {
  if (count < 1000) return String(count)
  return count < 1_000_000 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(1)}M`
}
