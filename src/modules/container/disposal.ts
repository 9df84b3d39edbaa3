import type { Instance } from '../../contracts/instance.js'
import { noItems } from '../../support/lists.js'
import { readProperty } from '../../support/values.js'
import type { BuildPlan } from '../plan/context-plan.js'

export interface DisposalFailure {
  /** The class of the object, for messages. */
  name: string
  cause: unknown
  /** Whether a hook failed, instead of the disposal. */
  isHook: boolean
}

/** Ends an object before it is disposed. */
export type CloseObject = () => Promise<void>

export function isDisposable(value: unknown): value is object {
  return typeof value === 'object' && value !== null && disposeMethodOf(value) !== null
}

/** Adds built objects to the life cycle of the server. */
export interface BuiltLives {
  /** Returns the functions to call before the object is disposed. */
  enter(plan: BuildPlan, value: unknown, instance: Instance): readonly CloseObject[]
}

interface Built {
  readonly target: object
  /**
   * Null for an object of a request. Its dependents are objects of the request too, so the order of building is enough.
   */
  readonly plan: BuildPlan | null
  readonly closing: readonly CloseObject[]
  /** Null for an object that the application passed, because such an object is not disposed. */
  readonly dispose: DisposeMethod | null
}

interface Disposable {
  [Symbol.asyncDispose]?: unknown
  [Symbol.dispose]?: unknown
  dispose?: unknown
}

type DisposeMethod = (this: object) => unknown

/** `Symbol.asyncDispose` before `Symbol.dispose` before `dispose()`: an object is disposed by one method only. */
function disposeMethodOf(target: object): DisposeMethod | null {
  const candidate: Disposable = target
  const method = candidate[Symbol.asyncDispose] ?? candidate[Symbol.dispose] ?? candidate.dispose
  return typeof method === 'function' ? (method as DisposeMethod) : null // any function is callable; its result is only awaited
}

/** A factory can return any object: one without a prototype, or one whose members throw. */
function nameOf(target: object): string {
  const name = readProperty(readProperty(target, 'constructor'), 'name')
  return typeof name === 'string' && name !== '' ? name : 'An object of a factory'
}

/** Called for each object that could not be disposed. It must not throw. */
export type ReportDisposal = (failure: DisposalFailure) => void

/** The built objects of a context or of a request, in the order of building. A provider comes before its consumers. */
export class DisposalStack {
  #built: Built[] | null = null
  #known: Set<object> | null = null

  /** Adds an object with a method that disposes it, or with hooks for its end. Ignores an object that it knows. */
  add(value: unknown, plan: BuildPlan | null = null, closing: readonly CloseObject[] = noItems): void {
    if (typeof value === 'object' && value !== null)
      this.#push({ target: value, plan, closing, dispose: disposeMethodOf(value) })
  }

  /** Adds hooks for the end of an object that is not disposed. */
  addGiven(target: object, plan: BuildPlan, closing: readonly CloseObject[]): void {
    this.#push({ target, plan, closing, dispose: null })
  }

  /** Adds an object that is disposed only if `mayDispose` returns true at that time. */
  addLent(target: object, mayDispose: () => boolean): void {
    const own = disposeMethodOf(target)
    const dispose = () => (mayDispose() ? own?.call(target) : undefined)
    this.#push({ target, plan: null, closing: noItems, dispose })
  }

  #push(built: Built): void {
    this.#known ??= new Set()
    if (this.#known.has(built.target)) return
    this.#known.add(built.target)
    this.#built ??= []
    this.#built.push(built)
  }

  get isEmpty(): boolean {
    return this.#built === null || this.#built.length === 0
  }

  /** Whether an object of the plan is not disposed yet. */
  holds(plan: BuildPlan): boolean {
    return this.#built?.some((built) => built.plan === plan) ?? false
  }

  /** Disposes all objects once, last built first. A failure does not stop the disposal of the others. */
  async disposeAll(report: ReportDisposal): Promise<void> {
    for (let built = this.#built?.pop(); built !== undefined; built = this.#built?.pop()) await end(built, report)
    this.#known = null
  }

  /** Disposes the last built object that may be disposed. Returns false if there is none. */
  async disposeLast(mayDispose: (plan: BuildPlan | null) => boolean, report: ReportDisposal): Promise<boolean> {
    const index = this.#built?.findLastIndex(({ plan }) => mayDispose(plan)) ?? -1
    const [built] = index < 0 ? [] : (this.#built?.splice(index, 1) ?? [])
    if (built === undefined) return false
    await end(built, report)
    return true
  }
}

async function end({ target, closing, dispose }: Built, report: ReportDisposal): Promise<void> {
  for (const close of closing) await close().catch((cause) => report({ name: nameOf(target), cause, isHook: true }))
  try {
    await dispose?.call(target)
  } catch (cause) {
    report({ name: nameOf(target), cause, isHook: false })
  }
}
