import type { HookName } from '../../contracts/hooks.js'
import {
  type BuildPlan,
  type ClassPlan,
  type ControllerPlan,
  type GuardPlan,
  innermostFirst,
  type MemberPlan,
  type ModulePlan,
  upwards,
} from './context-plan.js'

/** The time at which a step of a route runs. `answer` runs for requests that a guard has refused too. */
export type StepPoint = 'onRequest' | 'preParsing' | 'preValidation' | 'preHandler' | 'handler' | 'answer'

/** A function that runs for a route, and may need objects of the request. */
export interface RouteStep {
  readonly point: StepPoint
  /** `guard Owner`, `onSend hook Audit.note`; for messages. */
  readonly title: string
  /** The plan that is built for it, unless it is already built. */
  readonly plan: BuildPlan | null
  /** The guard of the step; null: it is not a guard. */
  readonly guard: GuardPlan | null
}

const points: readonly StepPoint[] = ['onRequest', 'preParsing', 'preValidation', 'preHandler', 'handler', 'answer']

/**
 * The steps of the routes of one controller. Shared steps are found once, because a controller may have 1000 methods.
 */
export class ControllerSteps {
  readonly #modules: readonly ModulePlan[]
  readonly #before: readonly RouteStep[]

  constructor(readonly controller: ControllerPlan) {
    const contexts = upwards(controller.build.context).reverse()
    this.#modules = contexts.flatMap(innermostFirst)
    this.#before = [
      ...this.#modules.flatMap((module) => [...module.used.flatMap(usedSteps), ...module.guards.map(guardStep)]),
      ...controller.used.flatMap(usedSteps),
      ...hookSteps(controller),
      ...controller.guards.map(guardStep),
    ]
  }

  /** The steps of a route in order: those before its handler gets its parameters, and those for its answer. */
  of(method: MemberPlan): RouteStep[] {
    const { controller } = this
    const steps = [
      ...this.#before,
      ...method.used.flatMap(usedSteps),
      ...method.guards.map(guardStep),
      ...[...this.#modules, controller, method]
        .flatMap(({ arounds }) => arounds)
        .flatMap(({ plan }) => aroundStep(plan)),
      { point: 'handler', title: method.member.name, plan: controller.build, guard: null } as const,
    ]
    return points.flatMap((point) => steps.filter((step) => step.point === point))
  }
}

function usedSteps(used: ClassPlan): RouteStep[] {
  return [...hookSteps(used), ...(used.members.some(({ member }) => member.isAround) ? aroundStep(used.build) : [])]
}

/** Hooks and error handlers of a class. Its object is built when the first of them runs. */
function hookSteps({ build, members }: ClassPlan): RouteStep[] {
  return members.flatMap(({ member }) => [
    ...member.hooks.map(({ hook }) => step(pointOf(hook), `its ${hook} hook ${member.name}`, build)),
    ...member.errorHandlers.map(() => step('answer', `its error handler ${member.name}`, build)),
  ])
}

function guardStep(guard: GuardPlan): RouteStep {
  return {
    point: pointOfGuard(guard),
    title: `the guard ${guard.plan?.name ?? guard.fact.how}`,
    plan: guard.plan,
    guard,
  }
}

/** The time at which a guard runs. */
export function pointOfGuard({ fact }: GuardPlan): StepPoint {
  return fact.on ?? 'preValidation'
}

function aroundStep(plan: BuildPlan | null): RouteStep[] {
  return plan === null ? [] : [step('handler', `@Around(${plan.name})`, plan)]
}

function step(point: StepPoint, title: string, plan: BuildPlan): RouteStep {
  return { point, title, plan, guard: null }
}

function pointOf(hook: HookName): StepPoint {
  return points.find((point) => point === hook) ?? 'answer'
}
