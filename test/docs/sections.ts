import type { Page } from './markdown.js'

/** The text below a heading of level two, up to the next one. */
export function sectionOf(page: Page, title: string): string {
  const [, ...sections] = page.text.split(/^## /m)
  const found = sections.find((section) => section.split('\n', 1)[0]?.replaceAll('`', '') === title)
  if (found === undefined) throw new Error(`${page.path} has no section "${title}"`)
  return found
}

/** The names in code in the first cells of tables: `` | `a`, `b(x)` | … `` lists a and b. */
export function listedNames(text: string): readonly string[] {
  const cells = [...text.matchAll(/^\| *(`[^|]*?) *\|/gm)].map((match) => match[1] ?? '')
  return cells.flatMap((cell) => [...cell.matchAll(/`@?([A-Za-z]\w*)/g)].map((match) => match[1] ?? ''))
}

/** The entries that only one of the two lists has, both ways; empty when both name the same. */
export function differences(listed: readonly string[], real: readonly string[]): readonly string[] {
  const missing = real.filter((name) => !listed.includes(name)).map((name) => `not on the page: ${name}`)
  const stray = listed.filter((name) => !real.includes(name)).map((name) => `only on the page: ${name}`)
  const twice = listed.filter((name, index) => listed.indexOf(name) !== index).map((name) => `twice: ${name}`)
  return [...missing, ...stray, ...twice]
}
