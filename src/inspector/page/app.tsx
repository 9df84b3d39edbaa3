import { useEffect, useMemo, useState } from 'preact/hooks'
import { search } from '../../inspect/search.js'
import { HeaderBar } from './header-bar.js'
import { useLiveData } from './live-data.js'
import { Panel } from './panel.js'
import { RoomsTree } from './rooms-tree.js'
import { TreeIndex } from './tree-index.js'
import { type About, type Choice, type View, ViewProvider } from './view.js'

const nothing: Choice = { route: null, about: null }

export function App() {
  const { tree, figures, unmatched, refused, rate, isConnected } = useLiveData()
  const [choice, setChoice] = useState<Choice>(readAddress)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [text, setText] = useState('')
  const index = useMemo(() => (tree === null ? null : new TreeIndex(tree)), [tree])
  const found = useMemo(() => (index === null ? null : search(index.tree, [text])), [index, text])
  const lit = useMemo(() => index?.light(choice.route) ?? null, [index, choice.route])

  useEffect(() => {
    const { pathname, search: query } = location
    const hash = choice.route === null ? '' : `#${encodeURIComponent(choice.route)}`
    history.replaceState(null, '', pathname + query + hash)
  }, [choice.route])

  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setChoice(nothing)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
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
    closed,
    choose: (about: About) => {
      setChoice(({ route }) => ({ route: about.what === 'route' ? about.id : route, about }))
    },
    forget: () => setChoice(nothing),
    setClosed: (id, isClosed) => {
      setClosed((before) => new Set(isClosed ? [...before, id] : [...before].filter((each) => each !== id)))
    },
    fold: (isFolded) => {
      const below = index.tree.contexts.filter(({ parent }) => parent !== null)
      setClosed(new Set(isFolded ? below.map(({ id }) => id) : []))
    },
  }
  return (
    <ViewProvider value={view}>
      <HeaderBar text={text} onText={setText} rate={rate} isConnected={isConnected} />
      <main class={choice.about === null ? 'stage' : 'stage with-panel'}>
        <RoomsTree />
        <Panel />
      </main>
    </ViewProvider>
  )
}

/** The chosen route stands in the address: a reload, or somebody else, sees the same. */
function readAddress(): Choice {
  try {
    const route = decodeURIComponent(location.hash.slice(1))
    return route === '' ? nothing : { route, about: { what: 'route', id: route } }
  } catch {
    return nothing
  }
}
