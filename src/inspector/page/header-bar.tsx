import { useEffect, useRef, useState } from 'preact/hooks'
import { plural } from '../../support/plural.js'
import { showCount } from './figures-text.js'
import { totalOf, withoutRoute } from './live-data.js'
import { applyTheme, nextTheme, readTheme } from './theme.js'
import { useView } from './view.js'

interface HeaderBarProps {
  text: string
  onText: (text: string) => void
  rate: number
  isConnected: boolean
}

const symbols = { system: '◐', light: '☀', dark: '☾' } as const

export function HeaderBar({ text, onText, rate, isConnected }: HeaderBarProps) {
  const { index, figures, unmatched, rooms } = useView()
  const { isFolded } = rooms
  const lost = withoutRoute(unmatched)
  return (
    <header class="bar">
      <h1>
        <span class="mark" aria-hidden="true" />
        {index.root.name}
      </h1>
      <p class="totals">
        {plural(index.tree.contexts.length, 'context')}, {plural(index.tree.routes.length, 'route')}
      </p>
      {index.tree.contexts.length > 1 && (
        <button type="button" class="plain" onClick={() => rooms.fold(!isFolded)}>
          {isFolded ? 'Unfold all' : 'Fold all'}
        </button>
      )}
      <SearchField text={text} onText={onText} />
      <p class="live" data-connected={isConnected}>
        <span class="dot" aria-hidden="true" />
        {isConnected ? (
          <>
            <b class="count">{showCount(totalOf(figures, unmatched))}</b>{' '}
            {totalOf(figures, unmatched) === 1 ? 'request' : 'requests'}
            {lost > 0 && (
              <span class="lost" title={`${unmatched.malformed} of them were unreadable`}>
                {showCount(lost)} without a route
              </span>
            )}
            <span class="rate">{rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s</span>
          </>
        ) : (
          'no answer, trying again'
        )}
      </p>
      <ThemeButton />
    </header>
  )
}

function SearchField({ text, onText }: Pick<HeaderBarProps, 'text' | 'onText'>) {
  const { found } = useView()
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event)) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text !== '') {
      event.stopPropagation()
      onText('')
    }
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const first = document.querySelector<HTMLElement>('[role="treeitem"][data-hit="true"]')
    const target = first ?? document.querySelector<HTMLElement>('[role="treeitem"]')
    target?.focus()
    if (event.key === 'Enter') first?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  }

  return (
    <search>
      <input
        ref={field}
        type="search"
        value={text}
        placeholder="Search routes, names, plugins"
        aria-label="Search routes, names, plugins"
        aria-keyshortcuts="/"
        onInput={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span role="status" class={found === null ? 'hidden' : 'found'}>
        {found === null ? '' : `${found.hits.size} found`}
      </span>
    </search>
  )
}

function ThemeButton() {
  const [theme, setTheme] = useState(readTheme)
  const change = () => {
    const next = nextTheme(theme)
    applyTheme(next)
    setTheme(next)
  }
  return (
    <button type="button" class="theme" onClick={change} aria-label={`Colours: ${theme}`} title={`Colours: ${theme}`}>
      <span aria-hidden="true">{symbols[theme]}</span>
    </button>
  )
}

/** Whether a key was meant for a field. */
function isTyping({ target }: Event): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}
