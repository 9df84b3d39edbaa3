/** A text as code, in single quotes: what is written ahead of time is full of JSON, whose quotes stay readable so. */
export function literalOf(text: string): string {
  const code = JSON.stringify(text).slice(1, -1)
  return `'${code.replace(/\\.|'/g, (found) => quotes[found] ?? found)}'`
}

const quotes: Readonly<Record<string, string>> = { '\\"': '"', "'": "\\'" }
