import { Fragment } from 'preact'
import type { InspectedEntry } from '../../contracts/inspection.js'
import { titleOf } from '../../inspect/search.js'
import { lifterOf, ownerOf } from './tree-index.js'
import { type Spot, TreeItem } from './tree-item.js'
import { useView } from './view.js'

/** An entry of a context. Its accessible name begins with its kind and contains its text. */
export function Chip({ entry, ...spot }: Spot & { entry: InspectedEntry }) {
  const { index, found, lit, choice } = useView()
  const { id, kind, name, point, path, shadows } = entry
  const standing = lit?.standingOf(entry) ?? 'none'
  const isChosen = choice.about?.what === 'entry' && choice.about.id === id
  const shadowed = shadows === null ? null : index.nameOf(index.entries.get(shadows)?.context ?? '')
  const lifter = lifterOf(path)
  const parts: readonly (readonly [part: string, text: string])[] = [
    ...(point !== null ? [['point', point] as const] : []),
    ...(kind === 'wrapped module' ? [['point wraps', 'wraps'] as const] : []),
    ...(point === null || name !== '' ? [['chip-name', point === null ? titleOf(entry) : name] as const] : []),
    ...(lifter !== null ? [['lift', `↑ ${lifter}`] as const] : []),
    ...(shadowed !== null ? [['shadows', `over ${shadowed}`] as const] : []),
  ]
  const facts = [`registered by ${ownerOf(entry)}`]
  if (shadowed !== null) facts.push(`shadows the one of ${shadowed}`)
  if (standing === 'shadowed') facts.push('shadowed for the chosen route')
  return (
    <TreeItem
      spot={spot}
      item={{ what: 'entry', id }}
      isChosen={isChosen}
      class="chip"
      aria-label={[kind, ...parts.map(([, text]) => text)].join(' ')}
      aria-description={facts.join(', ')}
      title={[`${kind} ${titleOf(entry)}`, ...facts].join(', ')}
      data-name={name}
      data-kind={kind}
      data-standing={standing}
      data-hit={found?.hits.has(id) ?? false}
    >
      {parts.map(([part, text], index) => (
        <Fragment key={part}>
          {index > 0 && ' '}
          <span class={part}>{text}</span>
        </Fragment>
      ))}
    </TreeItem>
  )
}
