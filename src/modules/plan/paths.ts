const shown = 7

/** A cycle of names, one a line, fewer than ten lines: `A`, `→ B`, `→ A`. A long one omits its middle. */
export function circle(names: readonly string[]): string {
  const [last] = names.slice(-1)
  const start = names.indexOf(last ?? '')
  return chain(names.slice(start))
}

/** A chain of names, one a line, fewer than ten lines. */
export function chain(names: readonly string[]): string {
  const lines = names.map((name, index) => (index === 0 ? `  ${name}` : `  → ${name}`))
  if (lines.length <= shown) return lines.join('\n')
  const left = lines.length - shown + 1
  return [...lines.slice(0, shown - 3), `  → … ${left} more …`, ...lines.slice(-2)].join('\n')
}
