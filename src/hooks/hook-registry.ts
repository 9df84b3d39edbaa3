import type { HookName, Hooks } from '../contracts/hooks.js'

/** Hooks in order of registration, by name. */
export type HookLists = { [N in HookName]: Hooks[N][] }

export function createHookLists(): HookLists {
  return {
    onRequest: [],
    preParsing: [],
    preValidation: [],
    preHandler: [],
    preSerialization: [],
    onSend: [],
    onResponse: [],
    onError: [],
    onTimeout: [],
    onRequestAbort: [],
    onRoute: [],
    onRegister: [],
    onReady: [],
    onListen: [],
    preClose: [],
    onClose: [],
  }
}

/** Ancestors' hooks first, own after; the parent's own object when there is nothing to add. */
export function inheritHooks(inherited: HookLists, own: HookLists): HookLists {
  const names = Object.keys(own) as HookName[] // the keys of the object made above
  if (names.every((name) => own[name].length === 0)) return inherited
  const all = createHookLists()
  for (const name of names) append(all, name, [...inherited[name], ...own[name]])
  return all
}

function append<N extends HookName>(lists: HookLists, name: N, hooks: readonly Hooks[N][]): void {
  lists[name].push(...hooks)
}
