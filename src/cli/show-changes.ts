import type { Change } from '../inspect/compare-inspections.js'
import { visible } from '../support/visible.js'
import type { Paper } from './paper.js'
import { table } from './table.js'

const marks = { added: '+', removed: '-', changed: '~' } as const

/** The changes of an application since its last inspection. */
export function showChanges(paper: Paper, changes: readonly Change[]): string {
  if (changes.length === 0) return `${paper.dim('the tree is the same')}\n`
  const colours = {
    added: (text: string) => paper.good(text),
    removed: (text: string) => paper.bad(text),
    changed: (text: string) => paper.odd(text),
  }
  const rows = visible(changes).map(({ change, what, id, of }) => {
    return [colours[change](`${marks[change]} ${what}`), `${id}${of.length === 0 ? '' : `: ${of.join(', ')}`}`]
  })
  return `${table(paper, rows).join('\n')}\n`
}
