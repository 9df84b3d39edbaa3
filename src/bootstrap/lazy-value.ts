/**
 * Stands in for an object that is looked up at its first use. Members are read on the object itself, so that private
 * fields and accessors see the object and not this stand-in.
 */
export function lazyValue(lookUp: () => object): object {
  let found: object | undefined
  const target = () => {
    found ??= lookUp()
    return found
  }
  return new Proxy(
    {},
    {
      get(_, key) {
        const object = target()
        const value: unknown = Reflect.get(object, key)
        return typeof value === 'function' ? value.bind(object) : value
      },
      set: (_, key, value) => Reflect.set(target(), key, value),
      has: (_, key) => Reflect.has(target(), key),
      getPrototypeOf: () => Reflect.getPrototypeOf(target()),
    },
  )
}
