export function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** A copy that keeps what `structuredClone` loses: objects without a prototype or of a class, functions, and what is frozen. */
export function copyOf<T>(value: T): T
export function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value
  const copy = unfrozenCopyOf(value)
  return Object.isFrozen(value) ? Object.freeze(copy) : copy
}

function unfrozenCopyOf(value: object): object {
  if (Array.isArray(value)) return value.map((item) => copyOf(item))
  if (isRecord(value)) return mapped(value, (inner) => copyOf(inner))
  if (value instanceof Date || value instanceof Map) return structuredClone(value)
  if (value instanceof Buffer) return Buffer.from(value)
  return Object.create(Object.getPrototypeOf(value), Object.getOwnPropertyDescriptors(value))
}

/** The same object with other values; `__proto__` is a name like any other. */
export function mapped(object: object, change: (value: unknown, name: string) => unknown): object {
  const entries = Object.entries(object).map(([name, value]) => [name, change(value, name)] as const)
  const result = Object.fromEntries(entries)
  return Object.getPrototypeOf(object) === null ? withoutPrototype(result) : result
}

/** The same object as parsers of query strings make it. */
export function withoutPrototype(object: object): object {
  return Object.defineProperties(Object.create(null), Object.getOwnPropertyDescriptors(object))
}

/** A scalar as a client sends it; objects have no text that is always there. */
export function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'x' : String(value)
}
