/**
 * A text as code, in single quotes. Code written ahead of time contains much JSON, whose double quotes stay readable.
 */
export function literalOf(text: string): string {
  if (isPlain.test(text)) return `'${text}'` // most names
  const code = JSON.stringify(text).slice(1, -1)
  return `'${code.replace(/\\.|'/g, (found) => quotes[found] ?? found)}'`
}

/** Printable ASCII but the quote and the backslash. */
const isPlain = /^[ -&(-[\]-~]*$/
const quotes: Readonly<Record<string, string>> = { '\\"': '"', "'": "\\'" }
