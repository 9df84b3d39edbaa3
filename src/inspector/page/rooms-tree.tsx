import { useEffect, useRef, useState } from 'preact/hooks'
import { Room } from './room.js'
import { type About, useView } from './view.js'

/** The application as nested boxes, one for each context: one tree for the keyboard and for screen readers. */
export function RoomsTree() {
  const { index, found, choose, rooms } = useView()
  const tree = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(index.root.id)

  // The item with the focus may be gone: its context closes, a search hides it, or the application restarts.
  useEffect(() => {
    const items = [...(tree.current?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])]
    const [first] = items
    if (first !== undefined && !items.some(({ dataset }) => dataset.key === active)) setActive(first.dataset.key ?? '')
  })

  // A route of the address may be far down.
  useEffect(() => {
    tree.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === '/') return
    const current = (event.target as HTMLElement).closest<HTMLElement>('[role="treeitem"]') // keys come from elements
    if (current === null || tree.current === null) return
    const { key = '', about = '', what = 'context' } = current.dataset
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      choose({ what, id: about } as About) // the two are written side by side
      return
    }
    const expanded = current.getAttribute('aria-expanded')
    if (event.key === 'ArrowRight' && expanded === 'false') rooms.setOpen(key, true)
    else if (event.key === 'ArrowLeft' && expanded === 'true') rooms.setOpen(key, false)
    else {
      const target = targetOfKey(tree.current, current, event.key)
      if (target === null) return
      target.focus()
    }
    event.preventDefault()
  }

  const onFocus = (event: FocusEvent) => {
    const key = (event.target as HTMLElement).dataset.key // focus is on elements
    if (key !== undefined) setActive(key)
  }

  if (found !== null && found.rooms.size === 0) return <p class="waiting">Nothing of that name.</p>
  return (
    <div ref={tree} role="tree" aria-label="Contexts" class="tree" onKeyDown={onKeyDown} onFocusCapture={onFocus}>
      <Room context={index.root} level={1} active={active} />
    </div>
  )
}

// Arrow keys in a tree, as the ARIA Authoring Practices describe them: the tree is one tab stop.

const item = '[role="treeitem"]'

/** The item to which a key moves the focus, or null. `aria-expanded` marks open contexts. */
function targetOfKey(tree: HTMLElement, current: HTMLElement, key: string): HTMLElement | null {
  const items = [...tree.querySelectorAll<HTMLElement>(item)].filter((each) => each.offsetParent !== null)
  const at = items.indexOf(current)
  switch (key) {
    case 'ArrowDown':
      return items[at + 1] ?? null
    case 'ArrowUp':
      return items[at - 1] ?? null
    case 'Home':
      return items[0] ?? null
    case 'End':
      return items.at(-1) ?? null
    case 'ArrowRight':
      return current.getAttribute('aria-expanded') === 'true' ? (items[at + 1] ?? null) : null
    case 'ArrowLeft':
      return items.slice(0, at).findLast((each) => levelOf(each) < levelOf(current)) ?? null
    default:
      return key.length === 1 && key !== ' ' ? byLetter(items, at, key) : null
  }
}

function levelOf(each: HTMLElement): number {
  return Number(each.getAttribute('aria-level'))
}

/** The next item whose name begins with a letter. */
function byLetter(items: readonly HTMLElement[], at: number, letter: string): HTMLElement | null {
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  return after.find((each) => each.dataset.name?.toLowerCase().startsWith(letter.toLowerCase())) ?? null
}
