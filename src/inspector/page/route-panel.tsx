import type {
  InspectedEntry,
  InspectedInjection,
  InspectedRouteValue,
  InspectedSchema,
} from '../../contracts/inspection.js'
import { titleOf } from '../../inspect/search.js'
import { Registrant } from './registrant.js'
import { RequestNumbers } from './request-numbers.js'
import { StageLists } from './stage-list.js'
import { type Lit, wrapOf } from './tree-index.js'
import { useView } from './view.js'

/** The whole story of one route. */
export function RoutePanel({ lit }: { lit: Lit }) {
  const { figures } = useView()
  const { route } = lit
  const own = figures[route.id]
  return (
    <>
      <h2>
        <span class="method" data-method={route.method}>
          {route.method}
        </span>{' '}
        {route.url}
      </h2>
      <p class="by">
        <code>{route.handler}</code>
        {wrapOf(route.path) !== null && <Registrant path={route.path} />}
      </p>
      <Line lit={lit} />
      {own !== undefined && <RequestNumbers figures={own} />}
      <h3>What runs</h3>
      <StageLists stages={route.stages} figures={own?.stages ?? {}} />
      <h3>What it sees</h3>
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
    <ol class="line" aria-label="The contexts it sees, outermost first">
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

/** Hooks and handlers are listed where they run. */
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
      {others.length > 0 && (
        <details>
          <summary>Does not see: {others.length} held in other rooms</summary>
          <ul class="entries">
            {others.map((entry) => (
              <EntryLine key={entry.id} entry={entry} lit={lit} />
            ))}
          </ul>
        </details>
      )}
    </>
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
      <h3>Its route values</h3>
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
      <h3>What it is given</h3>
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
