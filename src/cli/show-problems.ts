import type { Problem } from './answer.js'
import type { Paper } from './paper.js'
import { breakLines } from './table.js'

/** Problems for people: a number, the code, and below it what is wrong and the way out. */
export function showProblems(paper: Paper, problems: readonly Problem[]): string {
  const blocks = problems.map((problem, index) => {
    const title = `${problems.length === 1 ? '' : `${index + 1}. `}${problem.code ?? 'Error'}`
    return [paper.bad(title), ...body(paper, problem)].join('\n')
  })
  return `${blocks.join('\n\n')}\n`
}

function body(paper: Paper, { message: text, at, help, causes }: Problem): string[] {
  const width = paper.width === null ? null : paper.width - 2
  const lines = text.split('\n').flatMap((line) => breakLines(line, width))
  const told = causes.filter((cause) => !text.includes(cause)).map((cause) => `caused by: ${cause}`)
  const places = [at === null ? [] : [`at ${at}`], help === null ? [] : [`more: ${help}`]].flat()
  return [...lines, ...places.map((place) => paper.dim(place)), ...told].map((line) => `  ${line}`.trimEnd())
}
