import type { UnwrittenPart } from '../schema/precompiled/ahead-of-time.js'
import { breakLines } from '../support/lines.js'
import { visible, visibleLines, visibleText } from '../support/visible.js'
import type { Problem, Unseen, WarningMessage } from './answer.js'
import type { Paper } from './paper.js'

/** Problems as text: a number and the code, and below them the message with the fix. */
export function showProblems(paper: Paper, problems: readonly Problem[]): string {
  const blocks = problems.map(readable).map((problem, index) => {
    const title = `${problems.length === 1 ? '' : `${index + 1}. `}${problem.code ?? 'Error'}${problem.from === null ? '' : ` in ${problem.from}`}`
    return [paper.bad(title), ...body(paper, problem)].join('\n')
  })
  return `${blocks.join('\n\n')}\n`
}

/** The parts that the boot could not check; empty if there are none. */
export function showUnseen(paper: Paper, unseen: readonly Unseen[]): string {
  const width = indentedWidth(paper)
  const lines = visible(unseen).flatMap(({ what, because }) => breakLines(`${what}: ${because}`, width))
  return indented('not checked', lines)
}

/** The schemas that compile at each boot; empty if there are none. */
export function showUnwritten(unwritten: readonly UnwrittenPart[]): string {
  return unwritten
    .map(({ route, part, reason }) => `not written: ${visibleText(`${route}, ${part}: ${reason}`)}\n`)
    .join('')
}

/** Mistakes that do not fail the boot; empty if there are none. */
export function showWarnings(paper: Paper, warnings: readonly WarningMessage[]): string {
  const width = indentedWidth(paper)
  const lines = visible(warnings).flatMap(({ subject, message, place }) => {
    const at = place === null ? [] : [paper.dim(`  at ${place}`)]
    return [...breakLines(`${subject}: ${message}`, width), ...at]
  })
  return indented('warnings', lines)
}

/** Lines below a title; empty if there are none. */
function indented(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}:\n${lines.map((line) => `  ${line}\n`).join('')}\n`
}

function indentedWidth({ width }: Paper): number | null {
  return width === null ? null : width - 2
}

/** Escapes control characters. Only messages keep their line breaks. */
function readable(problem: Problem): Problem {
  return { ...visible(problem), message: visibleLines(problem.message), causes: problem.causes.map(visibleLines) }
}

function body(paper: Paper, { message: text, at, help, causes, doubt }: Problem): string[] {
  const width = indentedWidth(paper)
  const lines = text.split('\n').flatMap((line) => breakLines(line, width))
  const further = causes.filter((cause) => !text.includes(cause)).map((cause) => `caused by: ${cause}`)
  const places = [at === null ? [] : [`at ${at}`], help === null ? [] : [`more: ${help}`]].flat()
  const doubts = doubt === null ? [] : [`possibly caused by the failure of ${doubt}`]
  return [...lines, ...further, ...doubts, ...places.map((place) => paper.dim(place))].map((line) =>
    `  ${line}`.trimEnd(),
  )
}
