import { createRequire } from 'node:module'

/**
 * The router makes small functions from text for each route. A process may forbid that
 * (`--disallow-code-generation-from-strings`); there, functions that do the same are put in their place. In such a
 * process making functions from text fails for everybody, so nobody can miss what is replaced here.
 */
export function addWithoutCode(add: () => void): void {
  replaceMethods()
  const own = globalThis.Function
  globalThis.Function = PrefixFunction as unknown as FunctionConstructor // for this one synchronous call
  try {
    add()
  } finally {
    globalThis.Function = own
  }
}

/** Whether the process may make functions from text. */
export function canMakeCode(): boolean {
  try {
    return typeof new Function('') === 'function'
  } catch {
    return false
  }
}

// The one text that is left compares the characters of a path after the first one, each by its code.
function PrefixFunction(_path: string, _index: string, text: string): (path: string, index: number) => boolean {
  const codes = [...text.matchAll(/=== (\d+)/g)].map(([, code]) => Number(code))
  const rest = String.fromCharCode(...codes)
  return (path, index) => path.startsWith(rest, index + 1)
}

interface Strategy {
  name: string
  isCustom?: boolean
  mustMatchWhenDerived?: boolean
  deriveConstraint(req: unknown, ctx: unknown): unknown
}

interface Constrainer {
  strategies: Record<string, Strategy>
  strategiesInUse: Set<string>
  newStoreForConstraint(name: string): { get(value: unknown): number | undefined }
  deriveSyncConstraints(req: Requested, ctx: unknown): Record<string, unknown>
}

interface HandlerStorage {
  handlers: unknown[]
  constraints: string[]
  constrainedHandlerStores: Record<string, { get(value: unknown): number | undefined }>
  _buildConstraintStore(store: unknown, name: string): void
  _constrainedIndexBitmask(name: string): number
  _getHandlerMatchingConstraints(derived: Record<string, unknown>): unknown
}

let isReplaced = false

// The router has no types for its inner classes.
function replaceMethods(): void {
  if (isReplaced) return
  isReplaced = true
  const require = createRequire(import.meta.url)
  const { NullObject } = require('find-my-way/lib/null-object')
  Object.assign(require('find-my-way/lib/handler-storage').prototype, {
    _compileCreateParamsObject: (names: readonly string[]) => createParams(names, NullObject),
    _compileGetHandlerMatchingConstraints: matchConstraints,
  })
  Object.assign(require('find-my-way/lib/constrainer').prototype, { _buildDeriveConstraints: deriveConstraints })
}

type Params = Record<string, unknown>

/** Values arrive by position: the first four as arguments, further ones in a list. */
function createParams(names: readonly string[], NullObject: new () => Params) {
  return (...[first, second, third, fourth, others]: [unknown, unknown, unknown, unknown, unknown[]?]) => {
    const values = [first, second, third, fourth, ...(others ?? [])]
    const params = new NullObject()
    for (const [index, name] of names.entries()) params[name] = values[index]
    return params
  }
}

/** Which of several handlers of one path fits: a bit for each. */
function matchConstraints(this: HandlerStorage, constrainer: Constrainer): void {
  const { strategies } = constrainer
  const rules = this.constraints.map((name) => {
    const store = constrainer.newStoreForConstraint(name)
    this._buildConstraintStore(store, name)
    const free = this._constrainedIndexBitmask(name)
    return { name, store, free, orFree: strategies[name]?.mustMatchWhenDerived ? 0 : free }
  })
  this.constrainedHandlerStores = Object.fromEntries(rules.map(({ name, store }) => [name, store]))
  const isDemanding = ({ name, mustMatchWhenDerived }: Strategy) =>
    mustMatchWhenDerived === true && !this.constraints.includes(name)
  const demanding = Object.values(strategies).filter(isDemanding)
  const all = (1 << this.handlers.length) - 1
  this._getHandlerMatchingConstraints = (derived) => {
    let candidates = all
    for (const { name, store, free, orFree } of rules) {
      const value = derived[name]
      candidates &= value === undefined ? free : (store.get(value) ?? 0) | orFree
      if (candidates === 0) return null
    }
    if (demanding.some(({ name }) => derived[name] !== undefined)) return null
    return this.handlers[31 - Math.clz32(candidates)]
  }
}

function deriveConstraints(this: Constrainer): void {
  const names = [...this.strategiesInUse]
  if (names.length === 0) return
  this.deriveSyncConstraints = (req, ctx) => {
    return Object.fromEntries(names.map((name) => [name, derive(this.strategies[name], req, ctx)]))
  }
}

interface Requested {
  headers: Record<string, unknown>
}

/** The router's own two strategies have no function for it. */
function derive(strategy: Strategy | undefined, req: Requested, ctx: unknown): unknown {
  if (strategy?.isCustom === true) return strategy.deriveConstraint(req, ctx)
  if (strategy?.name === 'version') return req.headers['accept-version']
  return req.headers.host || req.headers[':authority']
}
