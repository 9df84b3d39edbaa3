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

  // Each new item is shown from its beginning.
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
        <p class="none">
          {index.routes.has(about.id) ? 'Reading the route …' : 'The application no longer has this route.'}
        </p>
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
        Each box is a context. It sees its own entries and those of the contexts around it. It does not see the entries
        of sibling contexts and of inner contexts.
      </p>
      <p>
        Choose a <b>route</b>: the page highlights the contexts that it sees, and all code that runs for it. Then choose
        any <b>value, hook or plugin</b> to read why that route sees it or does not, and what to change.
      </p>
      <dl class="legend">
        <dt>
          <span class="lift">↑ Name</span>
        </dt>
        <dd>the wrapped module or plugin Name registered it</dd>
        <dt>
          <span class="shadows">over Name</span>
        </dt>
        <dd>replaces the entry of the context Name, here and below</dd>
      </dl>
      <p class="keys">
        <kbd>/</kbd> search <kbd>↑</kbd> <kbd>↓</kbd> move <kbd>←</kbd> <kbd>→</kbd> close and open <kbd>Enter</kbd>{' '}
        choose <kbd>Esc</kbd> deselect
      </p>
    </aside>
  )
}
