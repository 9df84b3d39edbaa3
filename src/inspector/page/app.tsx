import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import type { Figures } from '../../contracts/figures.js'
import { search } from '../../inspect/search.js'
import { readAddress, writeAddress } from './address.js'
import { HeaderBar } from './header-bar.js'
import { useLiveData } from './live-data.js'
import { useOpenRooms } from './open-rooms.js'
import { Panel } from './panel.js'
import { RoomsTree } from './rooms-tree.js'
import { askRoute, useAnswer } from './server.js'
import { TreeIndex } from './tree-index.js'
import { type About, type Choice, type Traffic, type View, ViewProvider } from './view.js'

const nothing: Choice = { route: null, about: null }

export function App() {
  const { tree, run, figures, unmatched, refused, rate, isConnected } = useLiveData()
  const [choice, setChoice] = useState<Choice>(() => readAddress().choice)
  const [text, setText] = useState(() => readAddress().text)
  const index = useMemo(() => (tree === null ? null : new TreeIndex(tree)), [tree])
  const found = useMemo(() => (index === null ? null : search(index.tree, [text])), [index, text])
  const summary = choice.route === null ? undefined : index?.routes.get(choice.route)
  const details = useAnswer(summary === undefined ? null : `${run} ${summary.id}`, () => askRoute(summary?.id ?? ''))
  const lit = useMemo(() => (details === null ? null : (index?.light(details.route) ?? null)), [index, details])
  const line = useMemo(() => index?.lineOf(summary?.context ?? null) ?? new Set<string>(), [index, summary])
  const traffic = useMemo(() => trafficOf(index, figures), [index, figures])
  const rooms = useOpenRooms(index, found, line)

  useLayoutEffect(() => writeAddress({ choice, text }), [choice, text]) // at once: a reload may follow

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isInForm = event.target instanceof Element && event.target.closest('form') !== null
      if (event.key === 'Escape' && !isInForm) setChoice(nothing)
    }
    const onHash = () => {
      const kept = readAddress()
      setChoice(kept.choice)
      setText(kept.text)
    }
    addEventListener('keydown', onKey)
    addEventListener('hashchange', onHash)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('hashchange', onHash)
    }
  }, [])

  if (index === null)
    return <p class="waiting">{isConnected ? 'Reading the tree …' : 'The application does not answer.'}</p>

  const view: View = {
    index,
    figures,
    unmatched,
    refused,
    found,
    choice,
    lit,
    details,
    rooms,
    traffic,
    choose: (about: About) => {
      setChoice(({ route }) => ({ route: about.what === 'route' ? about.id : route, about }))
    },
    forget: () => setChoice(nothing),
  }
  return (
    <ViewProvider value={view}>
      <HeaderBar text={text} onText={setText} rate={rate} isConnected={isConnected} />
      <main
        class={choice.about === null ? 'stage' : 'stage with-panel'}
        aria-busy={summary !== undefined && details === null}
      >
        <RoomsTree />
        <Panel />
      </main>
    </ViewProvider>
  )
}

function trafficOf(index: TreeIndex | null, figures: Figures): ReadonlyMap<string, Traffic> {
  if (index === null) return new Map()
  return index.sums(({ routes }) => {
    const own = routes.flatMap((id) => figures[id] ?? [])
    return {
      requests: own.reduce((sum, { requests }) => sum + requests, 0),
      failed: own.reduce((sum, { failed }) => sum + failed, 0),
    }
  })
}
