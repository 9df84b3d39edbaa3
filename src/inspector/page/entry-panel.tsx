import type { ComponentChildren } from 'preact'
import type { NameHome } from '../../inspect/explain-name.js'
import { titleOf } from '../../inspect/search.js'
import { plural } from '../../support/plural.js'
import { askEntry, askWhy, useAnswer } from './server.js'
import { ownerOf } from './tree-index.js'
import { useView } from './view.js'

/** One entry of a context, and whether the chosen route sees it. */
export function EntryPanel({ id }: { id: string }) {
  const { index, choice, lit } = useView()
  const entry = index.entries.get(id)
  const details = useAnswer(id, askEntry)
  if (entry === undefined) return <p class="none">It is no longer there.</p>
  const { kind, context, shadows, name } = entry
  return (
    <>
      <h2>{titleOf(entry)}</h2>
      <p class="by">
        {kind} of <ContextLink id={context} />
      </p>
      {choice.route !== null && name !== '' && <Why route={choice.route} name={name} id={id} />}
      {lit !== null && name === '' && <Verdict route={lit.route.id} isSeen={lit.standingOf(entry) === 'seen'} />}
      <dl class="facts">
        <dt>registered by</dt>
        <dd>{ownerOf(entry)}</dd>
        {shadows !== null && (
          <>
            <dt>takes the place of</dt>
            <dd>
              the one of <ContextLink id={index.entries.get(shadows)?.context ?? ''} />, here and below
            </dd>
          </>
        )}
        <dt>in effect for</dt>
        <dd>
          {details?.routes ?? '…'} of {plural(index.tree.routes.length, 'route')}
        </dd>
      </dl>
      {details?.schema !== undefined && (
        <details open>
          <summary>Schema</summary>
          <pre>{JSON.stringify(details.schema, null, 2)}</pre>
        </details>
      )}
    </>
  )
}

function ContextLink({ id }: { id: string }) {
  const { index, choose } = useView()
  return (
    <button type="button" class="link" onClick={() => choose({ what: 'context', id })}>
      {index.nameOf(id)}
    </button>
  )
}

/** The explanation that `alcove explain` prints. */
function Why({ route, name, id }: { route: string; name: string; id: string }) {
  const why = useAnswer(JSON.stringify([route, name]), () => askWhy(route, name))
  if (why === null) return null
  const own = why.homes.filter(({ entry }) => entry.id === id)
  const others = why.homes.filter(({ entry }) => entry.id !== id)
  return (
    <section class="why">
      {own.map((home) => (
        <HomeText key={home.entry.id} home={home} route={route} />
      ))}
      {others.length > 0 && (
        <details>
          <summary>
            {others.length} more of that name{others.some(({ isSeen }) => isSeen) ? ', one of them seen' : ''}
          </summary>
          {others.map((home) => (
            <HomeText key={home.entry.id} home={home} route={route} />
          ))}
        </details>
      )}
    </section>
  )
}

function HomeText({ home, route }: { home: NameHome; route: string }) {
  const { isSeen, reason, fix } = home
  return (
    <Verdict route={route} isSeen={isSeen}>
      {reason}
      {fix !== null && <p class="fix">{fix}</p>}
    </Verdict>
  )
}

/** The verdict alone, for an entry without a name. */
function Verdict({ route, isSeen, children }: { route: string; isSeen: boolean; children?: ComponentChildren }) {
  return (
    <div class="verdict" data-seen={isSeen}>
      <b>
        {route} {isSeen ? 'sees it.' : 'does not see it.'}
      </b>{' '}
      {children}
    </div>
  )
}
