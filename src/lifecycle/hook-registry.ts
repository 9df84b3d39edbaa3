import type { HookName, Hooks } from '../contracts/hooks.js'
import { hookNames, lifecycleHookNames } from './hook-names.js'

/** Hooks in order of registration, by name. */
export type HookLists = { [N in HookName]: Hooks[N][] }

/** The list of each name without hooks: most contexts have no hooks of most names. */
const none: never[] = []

const empty = Object.fromEntries(hookNames.map((name) => [name, none])) as unknown as HookLists // has each name

export function createHookLists(): HookLists {
  return { ...empty }
}

/** The lists of all contexts without hooks. They stay empty: the first hook of a context gets lists of its own. */
export const noHooks: HookLists = Object.freeze(createHookLists())

/** Hooks of ancestors first, own hooks after them. Returns the parent's object itself if there are no own hooks. */
export function inheritHooks(inherited: HookLists, own: HookLists): HookLists {
  if (own === noHooks) return inherited
  if (hookNames.every((name) => own[name].length === 0)) return inherited
  const all = createHookLists()
  for (const name of hookNames) append(all, name, [...inherited[name], ...own[name]])
  return all
}

/** A copy of the request hooks of a context for a new child. `addHook` adds later hooks to both contexts. */
export function copyLifecycleHooks(lists: HookLists): HookLists {
  const copy = createHookLists()
  for (const name of lifecycleHookNames) append(copy, name, lists[name])
  return copy
}

/** Appends hooks. All lists begin as one shared empty list, so the first append replaces it. */
export function append<N extends HookName>(lists: HookLists, name: N, hooks: readonly Hooks[N][]): void {
  if (hooks.length === 0) return
  const list: Hooks[N][] = lists[name]
  if (list === none) Object.assign(lists, { [name]: [...hooks] })
  else list.push(...hooks)
}
