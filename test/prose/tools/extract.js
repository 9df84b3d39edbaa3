import { parse } from '@babel/parser'

/** A piece of prose in a file: its lines, and the number of its first line in the file. */
const piece = (lines, line) => ({ lines, line })

/** Comments that programs read. */
const directive = /^\s*(?:biome-|@ts-|eslint-|c8 |v8 |istanbul |#__|@vite|\/ ?<reference|prettier-|!)/

/** The prose in a parsed program, of one part: its comments, its messages, or the names of its tests. */
export function extract({ source, tree }, part) {
  if (part === 'comments') return commentsOf(tree.comments, source)
  return part === 'names' ? namesOf(tree.program) : messagesOf(tree.program)
}

export function parseProgram(text, path) {
  const plugins = ['typescript', 'decorators-legacy', ...(/x$/.test(path) ? ['jsx'] : [])]
  const options = { sourceType: 'unambiguous', plugins, errorRecovery: true, allowReturnOutsideFunction: true }
  try {
    return { source: text, tree: parse(text, options) }
  } catch {
    // Babel reads `@Get()` above `[key]() {}` as one expression. The lines remain the same.
    const source = text.replaceAll(/\)\n(\s*)\[/g, ')\n$1static [')
    return { source, tree: parse(source, options) }
  }
}

function commentsOf(comments, text) {
  const pieces = []
  let last = null
  for (const comment of comments) {
    const { start, end } = comment.loc
    if (directive.test(comment.value)) continue
    const isAlone = /^[ \t]*$/.test(text.slice(text.lastIndexOf('\n', comment.start - 1) + 1, comment.start))
    const continues = comment.type === 'CommentLine' && last?.isAlone && isAlone && last.line === start.line - 1
    const lines = comment.type === 'CommentLine' ? [comment.value.trim()] : blockLines(comment.value)
    if (continues) last.piece.lines.push(...lines)
    else pieces.push(piece(lines, start.line))
    last = { isAlone: isAlone && comment.type === 'CommentLine', line: end.line, piece: pieces.at(-1) }
  }
  return pieces
}

/** Each tag of TSDoc begins a paragraph; the name of a parameter is not part of its sentence. */
function blockLines(value) {
  let isCode = false
  return value.split('\n').map((raw, index) => {
    const line = index === 0 ? raw.replace(/^\*+ ?/, '') : raw.replace(/^\s*\* ?/, '')
    if (/^\s*```/.test(line)) isCode = !isCode
    if (isCode) return line
    return line
      .trim()
      .replace(/^@(?:param|typeParam|template)\s+\S+\s*-?/, '\n')
      .replace(/^@\w+(?:\s*\{[^}]*\})?/, '\n')
      .replace(/\{@link\s+([^}|]+)(?:\|[^}]*)?\}/g, '`$1`')
  })
}

const testFunctions = new Set(['describe', 'it', 'specify', 'context', 'suite', 'test'])

function namesOf(program) {
  const pieces = []
  walk(program, (node) => {
    if (node.type !== 'CallExpression') return
    const callee = node.callee.type === 'MemberExpression' ? node.callee.object : node.callee
    if (callee.type !== 'Identifier' || !testFunctions.has(callee.name)) return
    const name = literalText(node.arguments[0])
    if (name !== null) pieces.push(piece([name], node.loc.start.line))
  })
  return pieces
}

/** Strings that read as prose. Generated code, style sheets and patterns do not. */
function messagesOf(program) {
  const pieces = []
  walk(program, (node) => {
    if (/^(?:Import|Export(?:All|Named))/.test(node.type) && node.source) return false
    if (/^TS.*(?:Type|Keyword)$/.test(node.type)) return false
    const text = node.type === 'JSXText' ? node.value.trim().replaceAll(/\s+/g, ' ') : literalText(node)
    if (text === null) return
    // A line break ends a sentence here.
    if (isProse(text)) pieces.push(...text.split('\n').map((line) => piece([line], node.loc.start.line)))
    return node.type !== 'BinaryExpression'
  })
  return pieces
}

const code =
  /\b(?:const|let|var)\s+\S+.*=|\breturn\b.*;|[;{]\n|\b(?:for|if|while) ?\(.*\).*[;{]|\bimport\b.*\bfrom '|‹svg|url\(|:\s*#[\da-f]{3}/

function isProse(text) {
  const words = text.match(/(?<![\w$.#@-])[A-Za-z]?[a-z']+(?![\w$(=[{.-]*[\w$(=[{])/g) ?? []
  if (words.length < 3 || code.test(text)) return false
  return words.join('').length / text.replaceAll(/`[^`]*`|"[^"]*"|\s/g, '').length > 0.4
}

/** A literal as Markdown: values put in are code. */
function literalText(node) {
  if (node?.type === 'StringLiteral') return asText(node.value)
  if (node?.type === 'BinaryExpression' && node.operator === '+') {
    const left = literalText(node.left)
    const right = literalText(node.right)
    return left === null || right === null ? null : left + right
  }
  if (node?.type !== 'TemplateLiteral') return null
  return node.quasis
    .map((quasi, index) => asText(quasi.value.cooked ?? '') + (index < node.expressions.length ? '`x`' : ''))
    .join('')
}

/** Text in angle brackets is an element to Markdown, and an indented line is code. */
function asText(text) {
  return text.replaceAll('<', '‹').replaceAll('\n ', '\n')
}

function walk(node, visit) {
  if (visit(node) === false) return
  for (const [key, value] of Object.entries(node)) {
    if (key === 'loc' || key.endsWith('Comments') || key === 'extra') continue
    for (const child of Array.isArray(value) ? value : [value]) if (typeof child?.type === 'string') walk(child, visit)
  }
}

/** All pieces as one page of Markdown, and for each line of it the line of the file. */
export function asMarkdown(pieces) {
  const text = []
  const lines = []
  const add = (line, number) => {
    text.push(line)
    lines.push(number)
  }
  for (const { lines: own, line } of pieces) {
    own.forEach((content, index) => {
      for (const part of content.split('\n')) add(part, line + index)
    })
    add('', line + own.length - 1)
    add('<!-- -->', line + own.length - 1) // ends a list, which would go on in the next comment
    add('', line + own.length - 1)
  }
  return { text: text.join('\n'), lines }
}
