import { useState } from 'preact/hooks'
import type {
  InspectedEntry,
  InspectedInjection,
  InspectedRouteValue,
  InspectedSchema,
} from '../../contracts/inspection.js'
import { titleOf } from '../../inspect/search.js'
import type { RouteDetails } from '../page-data.js'
import { Registrant } from './registrant.js'
import { RequestNumbers } from './request-numbers.js'
import { Sender } from './sender.js'
import { askRequests, useAnswer } from './server.js'
import { SoftText } from './soft-text.js'
import { StageLists } from './stage-list.js'
import { Traces } from './traces.js'
import { type Lit, wrapOf } from './tree-index.js'
import { useView } from './view.js'

/** All details of one route. */
export function RoutePanel({ lit, details }: { lit: Lit; details: RouteDetails }) {
  const { figures, index } = useView()
  const { route } = lit
  const own = figures[route.id]
  const [sent, setSent] = useState(0)
  const [followed, setFollowed] = useState<string | null>(null)
  const traces = useAnswer(`${route.id} ${sent}`, () => askRequests(route.id), 1000) ?? []
  return (
    <>
      <h2>
        <span class="method" data-method={route.method}>
          {route.method}
        </span>{' '}
        <SoftText text={route.url} />
      </h2>
      <p class="by">
        <code>{route.handler}</code>
        {wrapOf(route.path) !== null && <Registrant path={route.path} />}
      </p>
      <Line lit={lit} />
      {index.tree.sends && (
        <details class="try">
          <summary>Send a request</summary>
          <Sender details={details} onSent={() => setSent((before) => before + 1)} />
        </details>
      )}
      {own !== undefined && <RequestNumbers figures={own} />}
      <h3>Stages</h3>
      <Traces traces={traces} followed={followed} onFollow={setFollowed} />
      <StageLists
        stages={route.stages}
        figures={own?.stages ?? {}}
        trace={traces.find(({ request }) => request === followed) ?? null}
      />
      <h3>Visible values</h3>
      <Seen lit={lit} />
      <RouteValues values={route.values} />
      <Injections injections={route.injections} />
      <Schemas schemas={route.schemas} />
    </>
  )
}

function Line({ lit }: { lit: Lit }) {
  const { index, choose } = useView()
  return (
    <ol class="line" aria-label="The contexts that it sees, outermost first">
      {lit.route.line.map((id) => (
        <li key={id}>
          <button type="button" class="link" onClick={() => choose({ what: 'context', id })}>
            {index.nameOf(id)}
          </button>
        </li>
      ))}
    </ol>
  )
}

/** The visible values of a route. Hooks and handlers are not among them, because the stages list them. */
function Seen({ lit }: { lit: Lit }) {
  const { index } = useView()
  const held = lit.route.line.flatMap((id) => index.contexts.get(id)?.entries ?? [])
  const values = held.filter(
    ({ kind }) => kind !== 'hook' && kind !== 'guard' && kind !== 'around' && kind !== 'error handler',
  )
  const others = index.tree.contexts.flatMap(({ id, entries }) => (lit.line.has(id) ? [] : entries))
  return (
    <>
      {values.length === 0 ? <p class="none">No values, providers, schemas or plugins.</p> : null}
      <ul class="entries">
        {values.map((entry) => (
          <EntryLine key={entry.id} entry={entry} lit={lit} />
        ))}
      </ul>
      {others.length > 0 && <Unseen others={others} lit={lit} />}
    </>
  )
}

/** The most entries that are listed at a time. */
const mostListed = 100

/** Listed only on demand, because a large application has thousands. */
function Unseen({ others, lit }: { others: readonly InspectedEntry[]; lit: Lit }) {
  const [isOpen, setOpen] = useState(false)
  const more = others.length - mostListed
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Does not see: {others.length} entries of other contexts</summary>
      {isOpen && (
        <ul class="entries">
          {others.slice(0, mostListed).map((entry) => (
            <EntryLine key={entry.id} entry={entry} lit={lit} />
          ))}
        </ul>
      )}
      {isOpen && more > 0 && <p class="none">And {more} more: search for their names.</p>}
    </details>
  )
}

export function EntryLine({ entry, lit }: { entry: InspectedEntry; lit: Lit | null }) {
  const { index, choose } = useView()
  const { id, kind, context, path, shadows } = entry
  const standing = lit?.standingOf(entry) ?? 'none'
  const over = shadows === null ? null : index.nameOf(index.entries.get(shadows)?.context ?? '')
  return (
    <li data-standing={standing}>
      <button type="button" class="link" onClick={() => choose({ what: 'entry', id })}>
        {titleOf(entry)}
      </button>{' '}
      <span class="kind">{kind}</span>
      <span class="by">
        {lit !== null && `of ${index.nameOf(context)}`}
        <Registrant path={path} />
        {over !== null && <span class="shadows"> over that of {over}</span>}
        {standing === 'shadowed' && <span class="shadows"> shadowed by one nearer to the route</span>}
      </span>
    </li>
  )
}

function RouteValues({ values }: { values: readonly InspectedRouteValue[] }) {
  if (values.length === 0) return null
  return (
    <>
      <h3>Route values</h3>
      <ul class="entries">
        {values.map(({ name, value }) => (
          <li key={name}>
            <b>{name}</b> <code>{JSON.stringify(value)}</code>
          </li>
        ))}
      </ul>
    </>
  )
}

function Injections({ injections }: { injections: readonly InspectedInjection[] }) {
  const { index, choose } = useView()
  if (injections.length === 0) return null
  return (
    <>
      <h3>Injections</h3>
      <ul class="entries">
        {injections.map(({ into, kind, name, entry, givenBy }) => (
          <li key={`${into} ${name}`} data-standing={entry === null && givenBy === undefined ? 'unseen' : 'seen'}>
            {entry === null ? (
              <b>{name}</b>
            ) : (
              <button type="button" class="link" onClick={() => choose({ what: 'entry', id: entry })}>
                {name}
              </button>
            )}{' '}
            <span class="kind">{kind}</span>
            <span class="by">
              {into}, {originOf({ entry, givenBy })}
            </span>
          </li>
        ))}
      </ul>
    </>
  )

  function originOf({ entry, givenBy }: Pick<InspectedInjection, 'entry' | 'givenBy'>): string {
    if (entry !== null) return `of ${index.nameOf(contextOf(entry))}`
    return givenBy === undefined ? 'undefined: optional, and not seen' : `set by ${givenBy.join(' or ')}`
  }

  function contextOf(entry: string): string {
    return index.entries.get(entry)?.context ?? ''
  }
}

function Schemas({ schemas }: { schemas: readonly InspectedSchema[] }) {
  if (schemas.length === 0) return null
  return (
    <>
      <h3>Schemas</h3>
      {schemas.map(({ part, mediaType, schema }) => (
        <details key={`${part} ${mediaType}`}>
          <summary>
            {part} {mediaType !== null && <span class="kind">{mediaType}</span>}
          </summary>
          {schema === null ? (
            <p class="none">Written for another validator.</p>
          ) : (
            <pre>{JSON.stringify(schema, null, 2)}</pre>
          )}
        </details>
      ))}
    </>
  )
}
