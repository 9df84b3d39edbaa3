import { inspect, isProxy } from '../packages/node.cjs'
import { isAsyncFunction } from '../support/values.js'

// biome-ignore lint/suspicious/noExplicitAny: any function of an application can be asked for its form
export type UserFunction = (...args: any[]) => unknown

/**
 * The way in which a function of the application ends.
 *
 * - `returns`: when it returns, or when the promise that it returned settles
 * - `callback`: when it calls `done`, or when the promise that it returned settles
 * - `hidden`: as `callback`, because its parameters cannot be counted: it may pass `done` on to another function
 */
export type FunctionForm = 'returns' | 'callback' | 'hidden'

/**
 * The form of a function, determined once, at registration. The declared parameters decide. `position` is the position
 * of `done`.
 *
 * Only a function whose `length` is 0 needs more checks. It declares no parameter, or it hides them: behind `...rest`,
 * a default, or `arguments`. `length` is the same for both. A wrapper around a guard that calls `done` later must not
 * end when it returns. Otherwise the request passes the guard.
 */
export function formOf(fn: UserFunction, position: number): FunctionForm {
  if (fn.length >= position) return 'callback'
  if (fn.length > 0 || isAsyncFunction(fn)) return 'returns'
  if (isProxy(fn)) return formOfTarget(fn, position)
  const wrapped: unknown = Object.getPrototypeOf(fn)
  // util.deprecate() of older versions of node hides the parameters. The prototype of its wrapper is the function
  // itself.
  if (typeof wrapped === 'function' && wrapped !== Function.prototype) return formOf(wrapped as UserFunction, position) // any function will do
  return hidesParameters(fn) ? 'hidden' : 'returns'
}

/**
 * The arguments of a callback of `after` or `ready`, by the number of its parameters. A function with two parameters gets
 * `done` as the second argument.
 */
export function argumentsOf({ length }: UserFunction, [error, instance, done]: readonly unknown[]): unknown[] {
  if (length < 2) return length === 0 ? [] : [error]
  return length === 2 ? [error, done] : [error, instance, done]
}

/** A Proxy, such as `mock.fn()` of node:test, has no source of its own. */
function formOfTarget(proxy: UserFunction, position: number): FunctionForm {
  const target = targetOf(proxy)
  return target === null ? 'hidden' : formOf(target, position)
}

/**
 * The function behind a Proxy; null if it is not accessible. JavaScript offers no access to the target. But `inspect`
 * calls the function under `inspect.custom` with the target as `this`, not with the Proxy. The Proxy has this function
 * only during this call.
 */
function targetOf(proxy: UserFunction): UserFunction | null {
  if (Object.hasOwn(proxy, inspect.custom)) return null
  let target: unknown = null
  const value = function (this: unknown): string {
    target ??= this
    return ''
  }
  try {
    if (!Reflect.defineProperty(proxy, inspect.custom, { value, configurable: true })) return null
    inspect(proxy, { showProxy: true })
    Reflect.deleteProperty(proxy, inspect.custom)
  } catch {
    return null // a trap of the Proxy refuses
  }
  return typeof target === 'function' && target !== proxy ? (target as UserFunction) : null // any function will do
}

/** Matches neither `x.arguments`, which is a property, nor `{ arguments: x }`, which is a key. */
const usesArguments = /(?<!(?<!\.\.)\.\s*)(?<![\w$])arguments(?![\w$])(?<!([{,])\s*arguments(?=\s*:))/
/** The name at the begin of a method: `name`, `#name`, `'name'`, `[key]`. */
const methodName = /(?:[\p{ID_Continue}$#\u200c\u200d]+|'[^'\\\n]*'|"[^"\\\n]*"|\[[^\]]*\])/u
const isNative = /\{\s*\[native code\]\s*\}\s*$/

/**
 * Whether a function of length 0 can receive arguments. Only its source shows this. Unrecognised source counts as
 * hidden parameters, so a mistake here never ends a function early.
 */
function hidesParameters(fn: UserFunction): boolean {
  const source = Function.prototype.toString.call(fn)
  if (isNative.test(source)) return true // bound: its source does not show the function behind it
  const end = endOfEmptyList(source, skipGap(source, skipName(source)))
  if (end === -1) return true
  return source[end] !== '=' && usesArguments.test(source) // an arrow function has no `arguments` of its own
}

/** The index of a function's parameters. Spaces and comments can precede it. */
function skipName(source: string): number {
  const isFunction = /^function(?![\p{ID_Continue}$])/u.test(source)
  const start = isFunction ? skipGap(source, 'function'.length) : 0
  const name = methodName.exec(source.slice(start, start + longestName))
  return name?.index === 0 ? start + name[0].length : start
}

const longestName = 1000

/** The index after `()`, or -1 if there is a parameter. */
function endOfEmptyList(source: string, start: number): number {
  if (source[start] !== '(') return -1
  const close = skipGap(source, start + 1)
  return source[close] === ')' ? skipGap(source, close + 1) : -1
}

/** Skips spaces and comments. */
function skipGap(source: string, start: number): number {
  let index = start
  for (;;) {
    while (/\s/.test(source.charAt(index))) index += 1
    const opening = source.slice(index, index + 2)
    if (opening !== '/*' && opening !== '//') return index
    const close = opening === '/*' ? '*/' : '\n'
    const end = source.indexOf(close, index + 2)
    index = end === -1 ? source.length : end + close.length
  }
}
