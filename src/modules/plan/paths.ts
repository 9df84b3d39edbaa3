const shown = 7

/** A circle of names, one a line, under ten lines: `A`, `→ B`, `→ A`. The middle of a long one is left out. */
export function circle(names: readonly string[]): string {
  const [last] = names.slice(-1)
  const start = names.indexOf(last ?? '')
  return chain(names.slice(start))
}

/** A chain of names, one a line, under ten lines. */
export function chain(names: readonly string[]): string {
  const lines = names.map((name, index) => (index === 0 ? `  ${name}` : `  → ${name}`))
  if (lines.length <= shown) return lines.join('\n')
  const left = lines.length - shown + 1
  return [...lines.slice(0, shown - 3), `  → … ${left} more …`, ...lines.slice(-2)].join('\n')
}
