import { inspect } from 'node:util'

// A function with whatever `this` it is called with.
type AnyFunction = (this: unknown, ...args: never[]) => unknown

/**
 * Stands in for an object that is looked up at its first use. Methods run on the object itself, so that private fields
 * and accessors work; everything else of it, its keys and its class included, reads as if it were here.
 */
export function lazyValue<T extends object>(lookUp: () => T): T {
  let found: T | undefined
  const target = (): T => {
    found ??= lookUp()
    return found
  }
  const methods = new Map<AnyFunction, AnyFunction>()
  const methodOf = (method: AnyFunction): AnyFunction => {
    const known = methods.get(method)
    if (known !== undefined) return known
    const made = new Proxy(method, {
      apply: (_, self, args) => Reflect.apply(method, self === standIn || self === undefined ? target() : self, args),
    })
    methods.set(method, made)
    return made
  }
  // An empty object, so that no invariant of proxies compares it with the real one; `inspect` looks at it directly.
  const shell = Object.defineProperty({}, inspect.custom, { value: () => target(), configurable: true })
  const standIn: object = new Proxy(shell, {
    get(_, key) {
      const value: unknown = Reflect.get(target(), key)
      return isMethod(value) ? methodOf(value) : value
    },
    set: (_, key, value) => Reflect.set(target(), key, value),
    has: (_, key) => Reflect.has(target(), key),
    deleteProperty: (_, key) => Reflect.deleteProperty(target(), key),
    defineProperty: (_, key, descriptor) =>
      Reflect.defineProperty(target(), key, { ...descriptor, configurable: true }),
    ownKeys: () => Reflect.ownKeys(target()),
    getOwnPropertyDescriptor(_, key) {
      const own = Reflect.getOwnPropertyDescriptor(target(), key)
      return own === undefined ? undefined : { ...own, configurable: true } // the shell has no fixed properties
    },
    getPrototypeOf: () => Reflect.getPrototypeOf(target()),
    setPrototypeOf: (_, prototype) => Reflect.setPrototypeOf(target(), prototype),
    preventExtensions: () => false, // a frozen shell would have to have the keys of the object
  })
  return standIn as T // it answers as the object does
}

/** Any function but a class, whose `prototype` is fixed: a class has its identity, and needs no `this`. */
function isMethod(value: unknown): value is AnyFunction {
  if (typeof value !== 'function') return false
  return Object.getOwnPropertyDescriptor(value, 'prototype')?.writable !== false
}
