// biome-ignore lint/suspicious/noExplicitAny: any function can be asked for its parameters
type AnyFunction = (...args: any[]) => unknown

/**
 * How many arguments a function can take note of. `length` stops at the first default and does not count `...rest`
 * or `arguments`; who waits for a function that may hold a callback has to know better. Infinite where parameters are
 * hidden: behind `...`, `arguments`, or a bound function that shows none.
 */
export function countParameters(fn: AnyFunction): number {
  const source = Function.prototype.toString.call(fn)
  if (source.includes('[native code]')) return fn.length === 0 ? Number.POSITIVE_INFINITY : fn.length
  const written = lastRead.source === source ? lastRead.count : countWritten(source)
  lastRead = { source, count: written }
  return Math.max(fn.length, written)
}

/** The plugin functions of modules are all written in one place, and asked about one after another. */
let lastRead = { source: '', count: 0 }

function countWritten(source: string): number {
  const code = stripTexts(source)
  const list = parameterList(code)
  return list.includes('...') || usesArguments(code) ? Number.POSITIVE_INFINITY : countTopLevel(list)
}

/** Without comments and strings: what is written in them are not parameters. */
function stripTexts(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g, '""')
}

/** The text between the parentheses of the parameters; `''` for `x => …`, whose `length` is right. */
function parameterList(code: string): string {
  const open = code.indexOf('(')
  const arrow = code.indexOf('=>')
  if (open === -1 || (arrow !== -1 && arrow < open)) return ''
  let depth = 0
  for (let index = open; index < code.length; index += 1) {
    if ('([{'.includes(code.charAt(index))) depth += 1
    else if (')]}'.includes(code.charAt(index))) depth -= 1
    if (depth === 0) return code.slice(open + 1, index)
  }
  return ''
}

/** Arrow functions have no `arguments` of their own. */
function usesArguments(code: string): boolean {
  const isArrow = /^(?:async\b)?\s*(?:\([\s\S]*?\)|[\w$]+)\s*=>/.test(code)
  return !isArrow && /\barguments\b/.test(code)
}

function countTopLevel(list: string): number {
  if (list.trim() === '') return 0
  let depth = 0
  let count = 1
  for (const character of list.replace(/,\s*$/, '')) {
    if ('([{'.includes(character)) depth += 1
    else if (')]}'.includes(character)) depth -= 1
    else if (character === ',' && depth === 0) count += 1
  }
  return count
}
