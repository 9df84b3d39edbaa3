import { Fragment } from 'preact'
import type { RequestFigures } from '../../contracts/figures.js'
import type { EntryKind, InspectedContext } from '../../contracts/inspection.js'
import { type Found, isShown } from '../../inspect/search.js'
import type { RouteSummary } from '../page-data.js'
import { Chip } from './chip.js'
import { showCount, showTime } from './figures-text.js'
import { SoftText } from './soft-text.js'
import { type TreeIndex, wrapOf } from './tree-index.js'
import { type Spot, TreeItem } from './tree-item.js'
import { useView } from './view.js'

/** The rows of entries in a context. */
const shelves: readonly (readonly [title: string, kinds: readonly EntryKind[]])[] = [
  ['request values', ['request value']],
  ['reply values', ['reply value']],
  ['context values', ['context value']],
  ['providers', ['provider', 'offered provider']],
  ['collections', ['collection', 'contribution']],
  ['schemas', ['schema']],
  ['plugins', ['plugin', 'wrapped module']],
  ['hooks', ['hook']],
  ['guards', ['guard']],
  ['around handlers', ['around']],
  ['handlers', ['error handler', 'not-found handler']],
  ['parsers', ['content type parser']],
]
const shelved = new Set(shelves.flatMap(([, kinds]) => kinds))

/** More sibling contexts than this take one line each. */
const manyRooms = 40

export function Room({ context, level, active }: Spot & { context: InspectedContext }) {
  const { index, found, lit, choice, rooms } = useView()
  const { id, name, kind, prefix } = context
  const isOpen = rooms.isOpen(id)
  const isChosen = choice.about?.what === 'context' && choice.about.id === id
  const children = index.childrenOf(context).filter((child) => found?.rooms.has(child.id) ?? true)
  const spot = { level: level + 1, active }
  const wrap = wrapOf(context.path)
  return (
    <div
      role="none"
      class="room"
      data-open={isOpen}
      data-name={name}
      data-hit={found?.hits.has(id) ?? false}
      data-line={lit === null ? 'none' : lit.line.has(id) ? 'on' : 'off'}
      data-chosen={isChosen}
    >
      {/* Its text is its accessible name, so the item ends before the group of its child contexts. */}
      <TreeItem
        spot={{ level, active }}
        item={{ what: 'context', id }}
        isChosen={isChosen}
        class="room-head"
        aria-expanded={isOpen}
        data-name={name}
        title={name}
      >
        {/* biome-ignore lint/a11y: the arrow keys of the tree do the same */}
        <span
          class="chevron"
          onClick={(event) => {
            event.stopPropagation()
            rooms.setOpen(id, !isOpen)
          }}
        />
        <span class="room-name">
          <SoftText text={name} />
        </span>{' '}
        <span class="room-kind">{level === 1 ? 'root' : kind}</span> {prefix !== '' && <code>{prefix}</code>}{' '}
        {wrap !== null && <span class="lift">by {wrap}</span>} {!isOpen && <RoomCounts id={id} />}
      </TreeItem>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a group of a tree is not a part of a form
        <div role="group" class="room-body">
          <Shelves context={context} {...spot} />
          <RouteRows context={context} {...spot} />
          <UnmatchedRow context={context} {...spot} />
          {children.length > 0 && (
            <div role="none">
              <div role="none" class="rooms" data-compact={index.isLarge} data-dense={children.length > manyRooms}>
                {children.map((child) => (
                  <Room key={child.id} context={child} {...spot} />
                ))}
              </div>
            </div>
          )}
        </div>
      )}
    </div>
  )
}

/** Counts of a closed context, with all contexts below it, and the figures of its requests. */
function RoomCounts({ id }: { id: string }) {
  const { index, found, traffic } = useView()
  const { routes, entries, contexts } = index.countsOf(id)
  const { requests = 0, failed = 0 } = traffic.get(id) ?? {}
  const counts: readonly (readonly [number, string])[] = [
    ...(found !== null ? [[hitsIn(index, found, id), ' found'] as const] : []),
    ...(routes > 0 ? [[routes, routes === 1 ? ' route' : ' routes'] as const] : []),
    ...(contexts > 1 ? [[contexts - 1, contexts === 2 ? ' context' : ' contexts'] as const] : []),
    ...(routes === 0 && contexts === 1 ? [[entries, entries === 1 ? ' entry' : ' entries'] as const] : []),
  ]
  return (
    <span class="counts" title={counts.map(([count, noun]) => count + noun).join(', ')}>
      {counts.map(([count, noun], index) => (
        <Fragment key={noun}>
          {index > 0 && ', '}
          {count}
          <span class="long">{noun}</span>
        </Fragment>
      ))}
      {requests > 0 && (
        <span class="figures" data-failed={failed > 0} title={`${showCount(failed)} of them failed`}>
          {' '}
          <b>{showCount(requests)}</b> <span class="long">{requests === 1 ? 'request' : 'requests'}</span>
        </span>
      )}
    </span>
  )
}

function hitsIn(index: TreeIndex, found: Found, id: string): number {
  const context = index.contexts.get(id)
  if (context === undefined || !found.rooms.has(id)) return 0
  const own = [id, ...context.routes, ...context.entries.map((entry) => entry.id)].filter((each) =>
    found.hits.has(each),
  )
  return context.children.reduce((sum, child) => sum + hitsIn(index, found, child), own.length)
}

function Shelves({ context, ...spot }: Spot & { context: InspectedContext }) {
  const { found } = useView()
  const shown = context.entries.filter(({ id }) => isShown(found, id, context.id))
  const rest = shown.filter(({ kind }) => !shelved.has(kind))
  const filled = [
    ...shelves.map(([title, kinds]) => [title, shown.filter(({ kind }) => kinds.includes(kind))] as const),
    ['settings', rest] as const,
  ]
  return filled.map(([title, entries]) => {
    if (entries.length === 0) return null
    return (
      <div key={title} role="none" class="shelf">
        <span class="shelf-title" aria-hidden="true">
          {title}
        </span>
        <div role="none" class="chips">
          {entries.map((entry) => (
            <Chip key={entry.id} entry={entry} {...spot} />
          ))}
        </div>
      </div>
    )
  })
}

function RouteRows({ context, ...spot }: Spot & { context: InspectedContext }) {
  const { index, found } = useView()
  const routes = index.routesOf(context).filter(({ id }) => isShown(found, id, context.id))
  if (routes.length === 0) return null
  return (
    <div role="none">
      <div role="none" class="routes">
        {routes.map((route) => (
          <RouteRow key={route.id} route={route} {...spot} />
        ))}
      </div>
    </div>
  )
}

function RouteRow({ route, ...spot }: Spot & { route: RouteSummary }) {
  const { figures, found, choice } = useView()
  const { id, method, url, handler, constraints } = route
  const isChosen = choice.route === id
  const conditions = Object.entries(constraints).map(([name, value]) => `${name}=${value}`)
  return (
    <TreeItem
      spot={spot}
      item={{ what: 'route', id }}
      isChosen={isChosen}
      class="route"
      data-name={url}
      data-chosen={isChosen}
      data-hit={found?.hits.has(id) ?? false}
    >
      <span class="method" data-method={method}>
        {method}
      </span>{' '}
      <span class="url">
        <SoftText text={url} /> {conditions.length > 0 && <span class="condition">{conditions.join(' ')}</span>}
      </span>{' '}
      <span class="handler" title={handler}>
        {handler}
      </span>{' '}
      <RowFigures figures={figures[id]} />
    </TreeItem>
  )
}

function RowFigures({ figures }: { figures: RequestFigures | undefined }) {
  if (figures === undefined || figures.requests === 0) return null
  const { requests, active, failed, p95 } = figures
  return (
    <span class="figures" data-failed={failed > 0} title="requests, and the time within which 95 % are answered">
      {/* A new key for each count restarts the pulse. */}
      <span key={requests} class="pulse" data-running={active > 0} />
      <b>{showCount(requests)}</b> {showTime(p95)}
    </span>
  )
}

/** Requests without a route, if there were any. In the root, also the requests refused before routing. */
function UnmatchedRow({ context, ...spot }: Spot & { context: InspectedContext }) {
  const { unmatched, refused, found, choice } = useView()
  const figures = unmatched.notFound[context.id]
  const hasRefused = context.parent === null && Object.values(refused ?? {}).some((count) => count > 0)
  if ((figures === undefined && !hasRefused) || found !== null) return null
  const answerer = context.entries.find(({ kind }) => kind === 'not-found handler')?.name ?? 'the default answer'
  const isChosen = choice.about?.what === 'unmatched' && choice.about.id === context.id
  return (
    <div role="none">
      <TreeItem
        spot={spot}
        item={{ what: 'unmatched', id: context.id }}
        itemKey={`unmatched ${context.id}`}
        isChosen={isChosen}
        class="route unmatched"
        data-chosen={isChosen}
      >
        <span class="method">–</span>
        <span class="url">no route</span>{' '}
        <span class="handler" title={answerer}>
          answered by {answerer}
        </span>{' '}
        {figures !== undefined && <RowFigures figures={figures} />}
      </TreeItem>
    </div>
  )
}
