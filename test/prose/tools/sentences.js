import { split } from 'sentence-splitter'

/** A sentence of more words is an error. */
export const mostWords = 20

const clause = /^(?:What|Who|Whoever|Whatever|Whichever|Whose|Which)\b/
/** "That the file is missing is reported", but not "That file is missing". */
const thatClause =
  /^That (?:an?|the|it|they|he|she|you|we|I|this|these|there|no|nothing|one|each|every|its|their|both|all|some)\b/

/** Without one of these words, no sentence begins with a clause. */
const openings = /\b(?:Wh|That)/

/** Inline code is one word, and a list of inline code is one word too. */
export function countWords(sentence) {
  const listed = sentence.replace(/§(?:(?:,| and| or|, and|, or)? §)+/g, '§')
  return (listed.match(/[\p{L}\p{N}§][\p{L}\p{N}§'’./_-]*/gu) ?? []).length
}

/** Problems of one sentence, as text; `inText` is false for headings and the head of a table. */
export function sentenceProblems(sentence, inText) {
  const problems = []
  const words = countWords(sentence)
  if (words > mostWords) problems.push(`${words} words: write at most ${mostWords}`)
  const isQuestion = /\?["')*]*$/.test(sentence)
  const opening = clause.exec(sentence)?.[0] ?? (thatClause.test(sentence) ? 'That' : null)
  if (inText && opening !== null && !isQuestion) {
    problems.push(`begins with the clause "${opening} …": begin with the thing, or with "you"`)
  }
  return problems
}

/** A link between commas is an item of a list, such as the pages of a chapter. */
function isListed(node, siblings) {
  const index = siblings.indexOf(node)
  const [before, after] = [siblings[index - 1]?.value, siblings[index + 1]?.value]
  return node.type === 'Link' && (/,\s$/.test(before) || /^,/.test(after))
}

/** The text of a node of Markdown, and for each character its place in the file. Code is one character. */
function flatten(node, into = { text: '', places: [] }) {
  const add = (text, from) => {
    for (let at = 0; at < text.length; at++) into.places.push(from + at)
    into.text += text
  }
  if (node.type === 'Str') add(node.value.replaceAll('\n', ' '), node.range[0])
  else if (node.type === 'Code') add('§', node.range[0])
  else if (node.type === 'Break') add(' ', node.range[0])
  else {
    const children = node.children ?? []
    for (const child of children) {
      if (isListed(child, children)) add('§', child.range[0])
      else flatten(child, into)
    }
  }
  return into
}

/** The rule as textlint loads it. */
export function sentences({ Syntax, RuleError, report, locator }) {
  const check = (inText) => (node) => {
    const { text, places } = flatten(node)
    // The splitter takes most of the time. No sentence has more words than its paragraph.
    if (countWords(text) <= mostWords && !(inText && openings.test(text))) return
    // The splitter takes "ms." and "200." for an abbreviation and for the number of a list.
    const plain = text.replace(/\b(?:ms|\d+)(?=\.\s+[\p{Lu}§])/gu, (match) => 'x'.repeat(match.length))
    for (const sentence of split(plain)) {
      if (sentence.type !== 'Sentence') continue
      const trimmed = text.slice(...sentence.range).trim()
      const start = sentence.range[0] + sentence.raw.indexOf(trimmed)
      const at = (places[start] ?? node.range[0]) - node.range[0]
      for (const problem of sentenceProblems(trimmed, inText)) {
        report(node, new RuleError(`${problem}\n      ${trimmed.replaceAll('§', '`…`')}`, { padding: locator.at(at) }))
      }
    }
  }
  const isHead = (node) => node.parent?.type === 'TableRow' && node.parent.parent?.children[0] === node.parent
  return {
    [Syntax.Paragraph]: check(true),
    [Syntax.Header]: check(false),
    [Syntax.TableCell]: (node) => check(!isHead(node))(node),
  }
}
