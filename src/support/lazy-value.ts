import { inspect } from '../packages/node.cjs'
import { lazy } from './lazy.js'

// A function that accepts any `this`.
type AnyFunction = (this: unknown, ...args: never[]) => unknown

/**
 * A proxy of an object that is looked up at its first use. Methods run on the object itself, because private fields and
 * accessors need it. Other operations, such as a list of keys, read the object too.
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
  // An empty object, so no invariant of proxies compares it with the real one. `inspect` reads it directly.
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
    preventExtensions: () => false, // a frozen shell needs the keys of the object
  })
  return standIn as T // it behaves as the object does
}

/** A table that is made at its first use, for tables that few processes need. */
export function lazyTable<T extends object>(make: () => T): T {
  // `inspect` reads the table past its proxy.
  const table = Object.defineProperty({}, inspect.custom, { value: () => made(), configurable: true })
  const made = lazy(() => {
    Reflect.deleteProperty(table, inspect.custom)
    return Object.defineProperties(table, Object.getOwnPropertyDescriptors(make()))
  })
  return new Proxy(table, {
    get: (_, key) => Reflect.get(made(), key),
    has: (_, key) => Reflect.has(made(), key),
    ownKeys: () => Reflect.ownKeys(made()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(made(), key),
  }) as T // it has the properties of what was made
}

/** Any function except a class. A class has a fixed `prototype` and an identity, and it needs no `this`. */
function isMethod(value: unknown): value is AnyFunction {
  if (typeof value !== 'function') return false
  return Object.getOwnPropertyDescriptor(value, 'prototype')?.writable !== false
}
