import type { Warning } from '../../support/report.js'
import { isCallable } from '../../support/values.js'
import { ownFacts } from '../decorators/metadata.js'
import { type ClassFunction, type FunctionKind, functionsOf, parameters } from './class-functions.js'
import type { BuildPlan, ClassPlan } from './context-plan.js'
import { nestCallOf } from './nest-calls.js'

/**
 * Warns of functions that expect other parameters than they get. Examples are the `next` of Express and the context of
 * Nest. Their number shows it, or a call of Nest's methods. It is not an error: a function may ignore parameters, or
 * answer without `next`.
 */
export class IdleParameters {
  readonly #asked = new Set<unknown>()

  constructor(private readonly warn: (warning: Warning) => void) {}

  /** Examines the methods of a class, and the functions of `@Guard` and `@Around` on it and on its methods. */
  examine(plan: ClassPlan): void {
    for (const each of functionsOf(plan)) this.#check(each)
  }

  /** Examines the factory of a provider. It gets the values of `inject`, or the container. */
  examineFactory({ name, module, recipe, sources }: BuildPlan): void {
    if (recipe.how !== 'factory' && recipe.how !== 'async') return
    const { length } = recipe.create
    if (length <= Math.max(1, sources.length) || this.#asked.has(recipe.create)) return
    this.#asked.add(recipe.create)
    const got =
      sources.length === 0 ? 'without inject it gets only the container' : `inject has ${tokens(sources.length)}`
    this.warn({
      subject: `The factory of ${name} (${module.name})`,
      message: `it declares ${length} parameters, but ${got}. Further ones are always undefined. Write a token for each parameter into inject.`,
      place: ownFacts(module.Class).place,
    })
  }

  #check({ kind, run, subject, place }: ClassFunction): void {
    if (!isCallable(run) || this.#asked.has(run)) return
    this.#asked.add(run)
    const got = `${kind === 'around' ? 'functions around handlers' : `${kind}s`} get (${parameters[kind].join(', ')})`
    const called = nestCallOf(kind, run)
    if (called !== null) {
      const message = `it calls ${called}(…) of an object of Nest, but ${got}. Each request fails there.`
      this.warn({ subject, place, message })
    }
    const problem = problemOf(kind, run.length)
    if (problem === null) return
    this.warn({ subject, place, message: `it declares ${run.length} parameters, but ${got}. ${problem}` })
  }
}

/** A function without declared parameters may read them from `arguments` or a rest parameter. */
function problemOf(kind: FunctionKind, declared: number): string | null {
  if (declared > parameters[kind].length) return 'Further ones are always undefined. Remove them.'
  if (kind !== 'around' || declared === 0 || declared === parameters.around.length) return null
  return 'Without next, the handler never runs. Declare all three.'
}

function tokens(count: number): string {
  return count === 1 ? '1 token' : `${count} tokens`
}
