import type { UserFunction } from './function-form.js'

// Finds functions that call a parameter which they never get as a function. The `next` of an Express handler in the
// place of the reply is an example. Without this check each request would fail.

/** A kind of function of the application. */
interface Kind {
  /** The plural, and the arguments that it gets. */
  readonly signature: string
  /** Whether the function may call a parameter that it does not get. Most functions need no look at their source. */
  readonly isSuspect: (length: number) => boolean
  /** The index from which declared parameters never are functions. */
  readonly from: number
  readonly advice: string
}

const kinds = {
  around: {
    signature: 'functions around handlers get (request, reply, next)',
    isSuspect: (length) => length === 1 || length === 2,
    from: 0,
    advice: 'Declare all three parameters',
  },
  guard: {
    signature: 'guards get (request, reply)',
    isSuspect: (length) => length > 2,
    from: 2,
    advice: 'Return true or false',
  },
  errorHandler: {
    signature: 'error handlers get (error, request, reply)',
    isSuspect: (length) => length > 3,
    from: 3,
    advice: 'To pass the error on, throw it',
  },
  handler: {
    signature: 'handlers get (request, reply)',
    isSuspect: (length) => length > 2,
    from: 2,
    advice: 'Return the response, or throw an error',
  },
} satisfies Readonly<Record<string, Kind>>

/** A parameter that a function calls and never gets, for `ALC_ERR_FUNCTION_PARAMETERS`. */
export type CalledParameter = [position: number, name: string, signature: string, advice: string]

/** The parameter that the function calls although it is never a function; null if the source shows none. */
export function calledParameter(kind: keyof typeof kinds, run: UserFunction): CalledParameter | null {
  const { isSuspect, from, signature, advice } = kinds[kind]
  if (!isSuspect(run.length)) return null
  const source = Function.prototype.toString.call(run)
  const [head, inBrackets, alone] = plainParameters.exec(source) ?? []
  if (head === undefined) return null
  const names = (inBrackets ?? alone ?? '').split(',').map((name) => name.trim())
  const body = source.slice(head.length)
  const index = names.findIndex((name, at) => at >= from && name !== '' && isCalled(name, body))
  return index === -1 ? null : [index + 1, names[index]!, signature, advice]
}

/** The begin of a function whose parameters are all plain names, up to their end. */
const plainParameters = /^[^(=]*\(([\w$\s,]*)\)|^(?:async\s+)?([\w$]+)\s*=>/

/** Compilers and formatters write no space before the parenthesis of a call, but texts such as `no reply (yet)` do. */
function isCalled(name: string, body: string): boolean {
  return new RegExp(`(?<![\\w$.'"\`])${name.replaceAll('$', '\\$&')}(?:\\?\\.)?\\(`).test(body)
}
