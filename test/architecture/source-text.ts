/** Source text with everything taken out that could be mistaken for code. */
export interface SourceText {
  /** Comments are blanks, each string literal is `'§n§'` and each regular expression `/§/`; the lines keep their numbers. */
  readonly code: string
  /** The contents of string literal n. Template texts are not among them. */
  readonly strings: readonly string[]
  /** The lines (from 1) that have a comment. */
  readonly commentLines: ReadonlySet<number>
}

const token =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"|`|[{}]|\/(?![*/])(?:\\[^\n]|\[(?:\\[^\n]|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/g

/** A slash begins a regular expression where no value has just ended. */
const beforeExpression = /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|in|of|await|yield|void|throw))\s*$/

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}

/** Where the template text that begins at `from` stops: at its closing backtick or at the next `${`. */
function templateEnd(text: string, from: number): { at: number; opens: boolean } {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '`') return { at: at + 1, opens: false }
    else if (text[at] === '$' && text[at + 1] === '{') return { at: at + 2, opens: true }
  }
  return { at: text.length, opens: false }
}

class Reader {
  readonly strings: string[] = []
  readonly commentLines = new Set<number>()
  #code = ''
  #at = 0
  /** One entry for each open brace: true when it belongs to a template's `${`. */
  readonly #braces: boolean[] = []

  constructor(readonly text: string) {}

  read(): SourceText {
    token.lastIndex = 0
    for (let match = token.exec(this.text); match !== null; match = token.exec(this.text)) {
      this.#copyUntil(match.index)
      this.#take(match[0])
      token.lastIndex = this.#at
    }
    this.#copyUntil(this.text.length)
    return { code: this.#code, strings: this.strings, commentLines: this.commentLines }
  }

  #copyUntil(end: number): void {
    this.#code += this.text.slice(this.#at, end)
    this.#at = end
  }

  #replace(length: number, replacement: string): void {
    this.#code += replacement
    this.#at += length
  }

  #take(found: string): void {
    const first = found[0]
    if (first === '`') this.#skipTemplate()
    else if (first === '{') this.#openBrace()
    else if (first === '}') this.#closeBrace()
    else if (first !== '/') this.#replace(found.length, `'§${this.strings.push(found.slice(1, -1)) - 1}§'`)
    else if (found[1] === '/' || found[1] === '*') this.#skipComment(found)
    else if (beforeExpression.test(this.#code.slice(-20))) this.#replace(found.length, '/§/')
    else this.#replace(1, '/')
  }

  #openBrace(): void {
    this.#braces.push(false)
    this.#replace(1, '{')
  }

  #closeBrace(): void {
    if (this.#braces.pop() === true) this.#skipTemplate()
    else this.#replace(1, '}')
  }

  #skipTemplate(): void {
    const { at, opens } = templateEnd(this.text, this.#at + 1)
    if (opens) this.#braces.push(true)
    this.#replace(at - this.#at, blank(this.text.slice(this.#at, at)))
  }

  #skipComment(comment: string): void {
    const first = this.#code.split('\n').length
    const count = comment.split('\n').length
    for (let line = first; line < first + count; line += 1) this.commentLines.add(line)
    this.#replace(comment.length, blank(comment))
  }
}

/** Takes comments, strings, templates and regular expressions out of TypeScript or JavaScript source. */
export function readSourceText(text: string): SourceText {
  return new Reader(text).read()
}

/** Every module that the source names: imports, exports from, dynamic imports, import types and `require`, also as bundlers name it. */
export function readSpecifiers({ code, strings }: SourceText): readonly string[] {
  const found = [...code.matchAll(/(?:\bfrom|\bimport|\bimport\s*\(|\b_*require\d*\s*\()\s*'§(\d+)§'/g)]
  return [...new Set(found.map((match) => strings[Number(match[1])] ?? ''))]
}
