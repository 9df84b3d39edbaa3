import { useEffect, useRef } from 'preact/hooks'
import { ContextPanel } from './context-panel.js'
import { EntryPanel } from './entry-panel.js'
import { RoutePanel } from './route-panel.js'
import { UnmatchedPanel } from './unmatched-panel.js'
import { type Choice, useView } from './view.js'

/** Details of the chosen item. */
export function Panel() {
  const { choice, lit, details, index, forget } = useView()
  const panel = useRef<HTMLElement>(null)
  const { about } = choice

  // A new subject is read from its beginning.
  useEffect(() => panel.current?.scrollTo(0, 0), [about?.id])

  if (about === null) return <Hint />
  return (
    <aside ref={panel} class="panel" aria-label="Details" aria-live="polite">
      <div class="panel-tools">
        <BackButton choice={choice} />
        <button type="button" class="plain" onClick={forget} aria-label="Close details" aria-keyshortcuts="Escape">
          ✕
        </button>
      </div>
      {about.what === 'route' && lit !== null && details !== null && (
        <RoutePanel key={lit.route.id} lit={lit} details={details} />
      )}
      {about.what === 'route' && lit === null && (
        <p class="none">{index.routes.has(about.id) ? 'Reading the route …' : 'No such route is there any more.'}</p>
      )}
      {about.what === 'entry' && <EntryPanel id={about.id} />}
      {about.what === 'context' && <ContextPanel id={about.id} />}
      {about.what === 'unmatched' && <UnmatchedPanel id={about.id} />}
    </aside>
  )
}

function BackButton({ choice: { route, about } }: { choice: Choice }) {
  const { choose } = useView()
  if (route === null || about?.what === 'route') return <span />
  return (
    <button type="button" class="plain" onClick={() => choose({ what: 'route', id: route })}>
      ← {route}
    </button>
  )
}

function Hint() {
  return (
    <aside class="hint" aria-label="Details">
      <p>
        Each room is a context. It sees what it holds and what the rooms around it hold, nothing beside it and nothing
        inside its inner rooms.
      </p>
      <p>
        Choose a <b>route</b>: the rooms that it sees light up, with all that runs for it. Then choose any{' '}
        <b>value, hook or plugin</b> to read why that route sees it or does not, and what to change.
      </p>
      <dl class="legend">
        <dt>
          <span class="lift">↑ Name</span>
        </dt>
        <dd>came up through a wrap: Name registered it</dd>
        <dt>
          <span class="shadows">over Name</span>
        </dt>
        <dd>takes the place of the one that Name holds, here and below</dd>
      </dl>
      <p class="keys">
        <kbd>/</kbd> search <kbd>↑</kbd> <kbd>↓</kbd> walk <kbd>←</kbd> <kbd>→</kbd> close and open <kbd>Enter</kbd>{' '}
        choose <kbd>Esc</kbd> forget
      </p>
    </aside>
  )
}
