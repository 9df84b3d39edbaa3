import type { About, Choice } from './view.js'

/** The state in the address of the page. A reload and a shared link show the same view. */
export interface Kept {
  readonly choice: Choice
  /** The text of the search. */
  readonly text: string
}

const subjects: readonly string[] = ['entry', 'context', 'unmatched'] satisfies About['what'][]

/** `#GET /two`, or `#?route=…&entry=…&q=…` if there is more than a route. */
export function readAddress(): Kept {
  const hash = location.hash.slice(1)
  if (!hash.startsWith('?')) return { choice: choiceOf(decoded(hash), null), text: '' }
  const kept = new URLSearchParams(hash)
  const what = subjects.find((each) => kept.has(each))
  const about = what === undefined ? null : ({ what, id: kept.get(what) } as About) // a value of `what`
  return { choice: choiceOf(kept.get('route') ?? '', about), text: kept.get('q') ?? '' }
}

export function writeAddress({ choice: { route, about }, text }: Kept): void {
  const more = new URLSearchParams()
  if (about !== null && about.what !== 'route') more.set(about.what, about.id)
  if (text !== '') more.set('q', text)
  const isPlain = more.size === 0
  if (!isPlain && route !== null) more.set('route', route)
  const hash = isPlain ? encodeURIComponent(route ?? '') : `?${more}`
  history.replaceState(null, '', location.pathname + location.search + (hash === '' ? '' : `#${hash}`))
}

function choiceOf(route: string, about: About | null): Choice {
  if (route === '') return { route: null, about }
  return { route, about: about ?? { what: 'route', id: route } }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return '' // the address was typed by hand
  }
}
