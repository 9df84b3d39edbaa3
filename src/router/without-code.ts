import type { HTTPVersion, Instance } from 'find-my-way'
import { routerParts } from '../packages/libraries.cjs'

/**
 * The router writes functions as text: for the names of parameters, for constraints and for parts of paths. A process
 * may forbid that (`--disallow-code-generation-from-strings`). Then the router gets nodes and handler storages of
 * derived classes, which need no text.
 */
export function workWithoutCode(router: Instance<HTTPVersion.V1>): void {
  const { createRoot, addWildcardRoot } = deriveClasses()
  const inner = router as unknown as Inner // the router's types omit these members
  const { _on: add } = inner
  inner._on = (method, path, ...rest) => {
    const { trees } = inner
    trees[method] ??= createRoot()
    if (path === '*') trees[method] = addWildcardRoot(trees[method])
    add.call(inner, method, path, ...rest)
  }
  inner.constrainer._buildDeriveConstraints = deriveConstraints
  inner.compile = () => inner // the trees find the routes that code of the router would find
}

/** Whether the process may make functions from text. */
export function canMakeCode(): boolean {
  try {
    return typeof new Function('') === 'function'
  } catch {
    return false
  }
}

interface Inner {
  trees: Record<string, RouterNode>
  constrainer: Constrainer
  _on(method: string, path: string, ...rest: unknown[]): void
  compile(): unknown
}

interface RouterNode {
  prefix: string
  matchPrefix: ((path: string, index: number) => boolean) | null
  staticChildrenCharCodes: number[]
  staticChildrenNodes: RouterNode[]
  handlerStorage: HandlerStorage | null
  setStaticChild(label: string, node: RouterNode): void
  createStaticChild(path: string): RouterNode
  createParametricChild(...args: unknown[]): RouterNode
  createWildcardChild(): RouterNode
  split(parent: RouterNode, length: number): RouterNode
  addRoute(route: unknown, constrainer: unknown): void
}

interface Strategy {
  name: string
  isCustom?: boolean
  mustMatchWhenDerived?: boolean
  deriveConstraint(req: unknown, ctx: unknown): unknown
}

interface Store {
  get(value: unknown): number | undefined
}

interface Constrainer {
  strategies: Record<string, Strategy>
  strategiesInUse: Set<string>
  newStoreForConstraint(name: string): Store
  deriveSyncConstraints(req: Requested, ctx: unknown): Record<string, unknown>
  _buildDeriveConstraints(this: Constrainer): void
}

interface HandlerStorage {
  handlers: unknown[]
  constraints: string[]
  constrainedHandlerStores: Record<string, Store>
  _buildConstraintStore(store: unknown, name: string): void
  _constrainedIndexBitmask(name: string): number
  _getHandlerMatchingConstraints(derived: Record<string, unknown>): unknown
}

interface RouterModules {
  Node: new (kind: number, ...rest: unknown[]) => RouterNode
  kinds: { STATIC: number }
  Storage: new () => HandlerStorage
  NullObject: new () => Params
}

/** The router has no types for its inner classes. */
function readModules(): RouterModules {
  const { Node, NODE_TYPES: kinds, Storage, NullObject } = routerParts()
  return { Node, kinds, Storage, NullObject }
}

function deriveClasses() {
  const { Node, kinds, Storage, NullObject } = readModules()

  class PlainStorage extends Storage {
    _compileCreateParamsObject(names: readonly string[]) {
      return createParams(names, NullObject)
    }

    _compileGetHandlerMatchingConstraints(constrainer: Constrainer): void {
      matchConstraints(this, constrainer)
    }
  }

  class PlainNode extends Node {
    constructor(prefix: string) {
      super(kinds.STATIC, '/') // the router writes no code for one character
      this.prefix = prefix
      this.matchPrefix = (path, index) => path.startsWith(this.prefix, index)
    }

    override createStaticChild(path: string): RouterNode {
      if (path === '') return this
      const child = this.staticChildrenNodes[this.staticChildrenCharCodes.indexOf(path.charCodeAt(0))]
      if (child === undefined) {
        const made = new PlainNode(path)
        this.setStaticChild(path.charAt(0), made)
        return made
      }
      const common = lengthInCommon(path, child.prefix)
      const next = common < child.prefix.length ? child.split(this, common) : child
      return next.createStaticChild(path.slice(common))
    }

    override createParametricChild(...args: unknown[]): RouterNode {
      return adopt(super.createParametricChild(...args))
    }

    override createWildcardChild(): RouterNode {
      return adopt(super.createWildcardChild())
    }

    override split(parent: RouterNode, length: number): RouterNode {
      const above = new PlainNode(this.prefix.slice(0, length))
      this.prefix = this.prefix.slice(length)
      above.setStaticChild(this.prefix.charAt(0), this)
      parent.setStaticChild(above.prefix.charAt(0), above)
      return above
    }

    override addRoute(route: unknown, constrainer: unknown): void {
      this.handlerStorage ??= new PlainStorage()
      super.addRoute(route, constrainer)
    }
  }

  /** Nodes of the other two kinds are made by the router, without code. */
  function adopt(node: RouterNode): RouterNode {
    return Object.setPrototypeOf(node, PlainNode.prototype)
  }

  return {
    createRoot: (): RouterNode => new PlainNode('/'),
    /** A path `*` is a sibling of all paths that begin with a slash. */
    addWildcardRoot: (root: RouterNode): RouterNode => {
      if (root.prefix === '') return root
      const above = new PlainNode('')
      above.setStaticChild('/', root)
      return above
    },
  }
}

function lengthInCommon(one: string, other: string): number {
  let length = 0
  while (length < one.length && one.charCodeAt(length) === other.charCodeAt(length)) length++
  return length
}

type Params = Record<string, unknown>

/** Values are passed by position: the first four as arguments, further values in a list. */
function createParams(names: readonly string[], NullObject: new () => Params) {
  return (...[first, second, third, fourth, others]: [unknown, unknown, unknown, unknown, unknown[]?]) => {
    const values = [first, second, third, fourth, ...(others ?? [])]
    const params = new NullObject()
    for (const [index, name] of names.entries()) params[name] = values[index]
    return params
  }
}

/** Selects the handler of a path whose constraints fit, with one bit for each handler. */
function matchConstraints(storage: HandlerStorage, constrainer: Constrainer): void {
  const { strategies } = constrainer
  const { constraints, handlers } = storage
  const rules = constraints.map((name) => {
    const store = constrainer.newStoreForConstraint(name)
    storage._buildConstraintStore(store, name)
    const free = storage._constrainedIndexBitmask(name)
    return { name, store, free, orFree: strategies[name]?.mustMatchWhenDerived ? 0 : free }
  })
  storage.constrainedHandlerStores = Object.fromEntries(rules.map(({ name, store }) => [name, store]))
  const isDemanding = ({ name, mustMatchWhenDerived }: Strategy) =>
    mustMatchWhenDerived === true && !constraints.includes(name)
  const demanding = Object.values(strategies).filter(isDemanding)
  const all = (1 << handlers.length) - 1
  storage._getHandlerMatchingConstraints = (derived) => {
    let candidates = all
    for (const { name, store, free, orFree } of rules) {
      const value = derived[name]
      candidates &= value === undefined ? free : (store.get(value) ?? 0) | orFree
      if (candidates === 0) return null
    }
    if (demanding.some(({ name }) => derived[name] !== undefined)) return null
    return handlers[31 - Math.clz32(candidates)]
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

/** Derives the value of a strategy. The router's own two strategies have no `deriveConstraint`. */
function derive(strategy: Strategy | undefined, req: Requested, ctx: unknown): unknown {
  if (strategy?.isCustom === true) return strategy.deriveConstraint(req, ctx)
  if (strategy?.name === 'version') return req.headers['accept-version']
  return req.headers.host || req.headers[':authority']
}
