/** The list of all that have no entries. An empty list of its own takes 32 bytes: 22 of them were in a module. */
export const noItems: readonly never[] = Object.freeze([])

/** `list.map(run)`, without a new list for an empty one. */
export function mapped<T, U>(list: readonly T[], run: (item: T) => U): readonly U[] {
  return list.length === 0 ? noItems : list.map((item) => run(item))
}

/** A list that grows in its owner only, with one more item. The shared empty list stays empty. */
export function added<T>(list: readonly T[], item: T): readonly T[] {
  if (list === noItems) return [item]
  const own = list as T[] // made above
  own.push(item)
  return own
}

/**
 * An item of a tree and all below it, each before its children. It fills a list: generators take 0.9 MB more in a boot
 * of 300 modules, and V8 optimizes them for longer than they run.
 */
export function downwards<C extends { readonly children: readonly C[] }>(top: C, found: C[] = []): C[] {
  found.push(top)
  for (const child of top.children) downwards(child, found)
  return found
}
