import { EntryLine } from './route-panel.js'
import { registrantOf } from './tree-index.js'
import { useView } from './view.js'

/** The entries of one context, with their registrants. */
export function ContextPanel({ id }: { id: string }) {
  const { index, choose } = useView()
  const context = index.contexts.get(id)
  if (context === undefined) return <p class="none">The application no longer has this context.</p>
  const { name, kind, prefix, parent, entries, path } = context
  const routes = index.routesOf(context)
  return (
    <>
      <h2>{name}</h2>
      <p class="by">
        {parent === null ? 'the root context' : `context of a ${kind}, registered by ${registrantOf(path)}`}
        {prefix !== '' && (
          <>
            , below <code>{prefix}</code>
          </>
        )}
      </p>
      <h3>Own entries</h3>
      {entries.length === 0 && <p class="none">It has no entries of its own.</p>}
      <ul class="entries">
        {entries.map((entry) => (
          <EntryLine key={entry.id} entry={entry} lit={null} />
        ))}
      </ul>
      {routes.length > 0 && <h3>Routes</h3>}
      <ul class="entries">
        {routes.map((route) => (
          <li key={route.id}>
            <button type="button" class="link" onClick={() => choose({ what: 'route', id: route.id })}>
              {route.id}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
