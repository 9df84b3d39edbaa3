// Arrow keys in a tree, as the ARIA Authoring Practices describe them: the tree is one tab stop.

const item = '[role="treeitem"]'

/** The item to which a key moves the focus, or null. `aria-expanded` marks open contexts. */
export function targetOfKey(tree: HTMLElement, current: HTMLElement, key: string): HTMLElement | null {
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
