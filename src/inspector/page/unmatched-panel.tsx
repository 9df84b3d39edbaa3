import type { RefusalFigures } from '../../contracts/figures.js'
import { showCount } from './figures-text.js'
import { RequestNumbers } from './request-numbers.js'
import { useView } from './view.js'

/** The requests without a route that a context has answered. */
export function UnmatchedPanel({ id }: { id: string }) {
  const { index, unmatched, refused, choose } = useView()
  const context = index.contexts.get(id)
  const figures = unmatched.notFound[id]
  if (context === undefined || (figures === undefined && context.parent !== null))
    return <p class="none">No request has come yet.</p>
  const handler = context.entries.find(({ kind }) => kind === 'not-found handler')
  const { prefix, parent } = context
  return (
    <>
      <h2>No route</h2>
      <p class="by">
        Requests{' '}
        {prefix !== '' && (
          <>
            below <code>{prefix}</code>{' '}
          </>
        )}
        without a matching route.{' '}
        {handler === undefined ? (
          'The default answer was sent, because no context around it has a not-found handler.'
        ) : (
          <>
            Answered by{' '}
            <button type="button" class="link" onClick={() => choose({ what: 'entry', id: handler.id })}>
              {handler.name || 'the not-found handler'}
            </button>{' '}
            of {context.name}.
          </>
        )}
      </p>
      {figures !== undefined && <RequestNumbers figures={figures} />}
      {parent === null && unmatched.malformed > 0 && (
        <p class="by">
          Unreadable requests, which were not HTTP or had no valid path: {showCount(unmatched.malformed)}
        </p>
      )}
      {parent === null && <Refused counters={refused} />}
    </>
  )
}

/** Counts of requests refused before routing, by the names of the documentation. */
function Refused({ counters }: { counters: RefusalFigures | null }) {
  const counted = Object.entries(counters ?? {}).filter(([, count]) => count > 0)
  if (counted.length === 0) return null
  return (
    <p class="by">Refused before routing: {counted.map(([name, count]) => `${name} ${showCount(count)}`).join(', ')}</p>
  )
}
