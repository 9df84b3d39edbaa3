import type { HookName } from '../contracts/hooks.js'
import { checkHook, endsByCallback, hookArity } from '../lifecycle/check-hook.js'
import { type Method, named } from './compile-handler.js'

/** Any function that the core takes as a hook; which one, the name says. */
// biome-ignore lint/suspicious/noExplicitAny: one function makes the hooks of all names
export type AnyHook = (...args: any[]) => any

/** What finds the object of a hook: among the arguments are request and reply, where it is one for each request. */
export type FindObject = (a: unknown, b: unknown) => unknown

/**
 * A method as a hook. The core tells the forms of a hook by its declared parameters, so the function that stands for
 * the method declares `done` exactly where the method takes it.
 */
export function methodHook(name: HookName, method: Method, title: string, find: FindObject): AnyHook {
  checkHook(name, method)
  const count = endsByCallback(name, method) ? hookArity[name] : hookArity[name] - 1
  return named(title, forward(method, find, count))
}

function forward(method: Method, find: FindObject, count: number): AnyHook {
  switch (count) {
    case 0:
      return () => method.call(find(undefined, undefined))
    case 1:
      return (a: unknown) => method.call(find(a, undefined), a)
    case 2:
      return (a: unknown, b: unknown) => method.call(find(a, b), a, b)
    case 3:
      return (a: unknown, b: unknown, c: unknown) => method.call(find(a, b), a, b, c)
    default:
      return (a: unknown, b: unknown, c: unknown, d: unknown) => method.call(find(a, b), a, b, c, d)
  }
}
