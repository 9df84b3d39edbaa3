/** Whether a value can be awaited. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

/** A property of anything; undefined where there is none to be had. */
export function readProperty(value: unknown, name: PropertyKey): unknown {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return isObject ? Reflect.get(value, name) : undefined
}

/** The type of a value as error messages name it: `null`, `array`, `AsyncFunction`, `string "x"`. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'function') return isAsyncFunction(value) ? 'an async function' : 'a function'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'string') return `the string "${value}"`
  if (typeof value === 'undefined') return 'undefined'
  return `${typeof value} ${String(value)}`
}

export function isAsyncFunction(value: unknown): boolean {
  return typeof value === 'function' && value.constructor.name === 'AsyncFunction'
}

/** Whether a value has members by name: a literal or an instance, and no list, date, function or the like. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]'
}

/** The beginning of a text that is too long to be shown whole. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`
}
