import type { HookName } from '../../contracts/hooks.js'
import { checkHook, formOfHook, hookArity } from '../../lifecycle/check-hook.js'
import { adaptHook } from '../../lifecycle/hook-adapter.js'
import { type Method, named } from './compile-handler.js'

/** Any function that the core takes as a hook; which one, the name says. */
// biome-ignore lint/suspicious/noExplicitAny: one function makes the hooks of all names
export type AnyHook = (...args: any[]) => any

/** What finds the object of a hook: among the arguments are request and reply, where it is one for each request. */
export type FindObject = (a: unknown, b: unknown) => unknown

/** A method as a hook. Whatever wraps it on its way to the core, it ends by `done`. */
export function methodHook(name: HookName, method: Method, title: string, find: FindObject): AnyHook {
  checkHook(name, method)
  const form = formOfHook(name, method)
  const count = form === 'returns' ? hookArity[name] - 1 : hookArity[name]
  const run = forward(method, find, count)
  return named(title, isCalledAtOnce(name) ? run : adaptHook(name, { run, form }))
}

/** A function of `@Use` or of the options of a controller or route, likewise; `this` is the instance. */
export function functionHook(name: HookName, run: AnyHook): AnyHook {
  if (typeof run !== 'function' || isCalledAtOnce(name)) return run // an object that is disposed, for one
  checkHook(name, run)
  return named(run.name, adaptHook(name, { run, form: formOfHook(name, run) }))
}

/** The others are over when they return, whatever they return. */
function isCalledAtOnce(name: HookName): boolean {
  return name === 'onRoute' || name === 'onRegister'
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
