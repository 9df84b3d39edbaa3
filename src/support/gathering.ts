import { policies } from './as-fastify.js'
import { attempt, type Findings, firstOnly, foundTogether, type Report } from './report.js'
import { messageOf, readProperty } from './values.js'

/** The most problems that one error lists. */
const longest = 20

/**
 * The findings of a boot without a tool that collects them. Problems of some kinds do not end the boot, so that one
 * error lists all of them. Any other problem ends it.
 */
export class GatheringFindings implements Findings {
  readonly withdraw: Findings['withdraw']
  readonly unseen: Findings['unseen']
  readonly warn: Findings['warn']
  readonly #found = new Set<unknown>()
  readonly #tool: Findings
  readonly #gathers: (problem: unknown) => boolean

  constructor(tool: Findings, gathers: (problem: unknown) => boolean) {
    this.#tool = tool
    this.#gathers = gathers
    this.withdraw = tool.withdraw
    this.unseen = tool.unseen
    this.warn = tool.warn
  }

  readonly report: Report = (problem, notes) => {
    if (this.#tool !== firstOnly || !this.#gathers(problem)) this.#tool.report(problem, notes)
    else for (const each of foundTogether(problem)) this.#found.add(each)
  }

  /** @throws the first finding */
  end(): void {
    for (const first of this.#found) throw first
  }

  /**
   * The error of the boot: the first problem, with all of them in its message. The problem that ended the boot is the
   * last.
   */
  join(ending: unknown): unknown {
    if (this.#tool !== firstOnly || !policies.listsProblems) return ending
    const all = new Map([...this.#found, ...foundTogether(ending)].map((each) => [messageOf(each), each]))
    const [first] = all.values()
    if (all.size > 1 && first instanceof Error) listAll(first, [...all.values()])
    return first
  }
}

/** Runs each check, and throws one error that lists all problems. */
export function listProblems(checks: Iterable<() => void>): void {
  const problems: unknown[] = []
  for (const check of checks) attempt((problem) => problems.push(problem), check)
  const [first] = problems
  if (problems.length > 1 && first instanceof Error) listAll(first, problems)
  if (problems.length > 0) throw first
}

function listAll(first: Error, all: readonly unknown[]): void {
  const shown = all.slice(0, longest).map((problem, index) => {
    return `  ${index + 1}. ${messageOf(problem)}${placeOf(problem)}`
  })
  const more = all.length > longest ? [`  and ${all.length - longest} more: "npx alcove check" shows all`] : []
  const { message, stack } = first
  first.message = [`The boot found ${all.length} problems:`, ...shown, ...more].join('\n')
  if (typeof stack !== 'string') return
  const value = stack.replace(message, () => first.message)
  Object.defineProperty(first, 'stack', { value, configurable: true, writable: true })
}

/** ` (Users.read, app.ts:3:1)`, without the parts that the message already contains. */
function placeOf(problem: unknown): string {
  const at = readProperty(problem, 'declaredAt')
  const by = String(readProperty(problem, 'declaredBy'))
  if (typeof at !== 'string') return ''
  return messageOf(problem).includes(by) ? ` (${at})` : ` (${by}, ${at})`
}
