import { moduleCodes } from '../../errors/module-codes.js'
import { treeCodes } from '../../errors/tree-codes.js'
import { downwards, noItems } from '../../support/lists.js'
import { attempt, type Report, throwTogether } from '../../support/report.js'
import { isListToken } from '../decorators/collection.js'
import type { InjectSource, ParameterSource } from '../decorators/facts.js'
import { className, type Member } from '../decorators/read-facts.js'
import { token as providerToken } from '../decorators/tokens.js'
import {
  type Binding,
  type BuildPlan,
  type ContextPlan,
  type ControllerPlan,
  type PendingBinding,
  type ProviderKey,
  type ProviderPlan,
  upwards,
  type ValueBinding,
  type ValueKind,
} from './context-plan.js'
import { type Asker as Asking, explainInvisible, explainName } from './explain-invisible.js'
import { allGuards, giversIn, guardsOf } from './guards.js'
import { reportAtMember, reportAtPlan } from './report-at.js'
import { checkPathParameters, checkPaths, handlerTitle } from './route-paths.js'
import { checkBareParameters, reportMissingTypes, unresolvedError } from './unresolved-source.js'
import { computedKey, computedPlan, isDeclared, isOpenAbove, keyOf, nameOfKey, visibleProvider } from './visibility.js'

/** A handler gets values of its own context only, so values that other contexts compute do not matter. */
const nothingElse: ReadonlySet<string> = new Set()

/** The consumer, and the guards that may have set a request value before it. */
interface Asker extends Asking {
  /**
   * The values that modules compute anywhere. A route of another context may use the object, and its request has that
   * context's values.
   */
  readonly computed: ReadonlySet<string>
  readonly givers: ReadonlyMap<string, readonly string[]>
}

/**
 * Finds the source of each injected value of the tree. A value that is not visible is a coded error, unless plugins of
 * a visible context may still declare it. Then the binding is pending.
 */
export function bindInjections(root: ContextPlan, report: Report): void {
  reportMissingTypes(root, report)
  const contexts = downwards(root)
  const givers = giversIn(allGuards(contexts))
  const computed = new Set(contexts.flatMap((context) => [...context.computed.keys()]))
  for (const context of contexts) {
    for (const plan of context.plans) bindPlan(plan, { givers, computed }, report)
    for (const controller of context.controllers) bindHandlers(controller, { context, givers }, report)
  }
}

function bindPlan(plan: BuildPlan, tree: Pick<Asker, 'givers' | 'computed'>, report: Report): void {
  if (plan.isBroken) return
  if (plan.recipe.how === 'collection') {
    plan.bindings = plan.recipe.parts.map((part) => ({ from: 'part', plan: part.plan }))
    return
  }
  if (plan.sources.length === 0) return // it has no parameters
  const isBuiltOnce = plan.scope === 'context'
  const asker = { title: titleOf(plan), above: plan.name, context: plan.context, ...tree, isBuiltOnce }
  plan.bindings = bindAll(plan.sources, asker, reportAtPlan(report, plan))
}

/** The consumer as messages name it: `The constructor of Users`. */
function titleOf({ name, module, recipe }: BuildPlan): string {
  if (recipe.how === 'class') return `The constructor of ${className(recipe.Class)}`
  return `The ${recipe.how === 'computed' ? 'function' : 'factory'} of ${name} (${module.name})`
}

function bindHandlers(
  controller: ControllerPlan,
  { context, givers }: Pick<Asker, 'context' | 'givers'>,
  report: Report,
): void {
  for (const plan of controller.members) {
    const { parameters } = plan.member
    const reportHere = reportAtMember(report, plan.member)
    attempt(reportHere, () => checkPaths(controller, plan))
    if (parameters === null) {
      if (!takesSockets(controller, plan.member))
        attempt(reportHere, () => checkBareParameters(plan.member, handlerTitle(controller, plan)))
      continue
    }
    attempt(reportHere, () => checkPathParameters(controller, plan))
    // The guards of the route replace other guards that set the value. If no guard of the route sets it, the error
    // names the others.
    const own = givers.size === 0 ? givers : new Map([...givers, ...giversIn(guardsOf(controller, plan))])
    const asker = {
      title: handlerTitle(controller, plan),
      above: controller.build.name,
      context,
      givers: own,
      computed: nothingElse,
      takesSockets: plan.member.socket === null && takesSockets(controller, plan.member),
      takesMessages: plan.member.socket !== null,
    }
    plan.bindings = bindAll(parameters, asker, reportHere)
  }
}

/** Whether a plugin calls the method with a socket, as the first parameter. */
export function takesSockets({ fact }: ControllerPlan, { routes }: Member): boolean {
  return routes.some(({ options }) => (options.websocket ?? fact.options.websocket) === true)
}

function bindAll(sources: readonly ParameterSource[], asker: Asker, report: Report): readonly Binding[] {
  if (sources.length === 0) return noItems
  const [doubt = null] = upwards(asker.context).flatMap(({ missing }) => missing)
  const reportHere: Report = (problem) => report(problem, { doubt })
  const problems: unknown[] = []
  const collect: Report = (problem) => void problems.push(problem)
  const messages = sources.findIndex(({ from }) => from === 'messages')
  const bindings = sources.map((source, index): Binding => {
    if (source.from === 'messages' && index !== messages)
      collect(new moduleCodes.ALC_ERR_DECORATOR_TWICE('Messages', asker.title, 'messages'))
    if (asker.takesSockets === true && index === 0 && source.from === 'unresolved') return { from: 'nothing' }
    return attempt(collect, () => bind(source, index, asker)) ?? { from: 'nothing' }
  })
  attempt(reportHere, () => throwTogether(problems))
  return bindings
}

function bind(source: ParameterSource, index: number, asker: Asker): Binding {
  if (source.from === 'unresolved') throw unresolvedError(source, index, asker)
  if (asker.takesMessages === true && source.from === 'part' && source.part === 'body') {
    const place = 'on a route with a body. @Messages() has the messages of a socket'
    throw new treeCodes.ALC_ERR_MEMBER_MISPLACED(asker.title, '@Body', place)
  }
  if (source.from === 'messages') {
    if (asker.takesMessages === true) return { from: 'nothing' } // the handler adds them
    throw new treeCodes.ALC_ERR_MEMBER_MISPLACED(asker.title, '@Messages', 'on a method with @Socket')
  }
  if (source.from !== 'inject') {
    const inject = source.from === 'own' ? source.inject.map((each, at) => bind(each, at, asker)) : []
    return { from: 'request', source, inject }
  }
  const { token } = source
  if (typeof token === 'string') return bindName(token, source, asker)

  const key = keyOf(token)
  if (key !== null) return bindProvider(key, source, asker)
  // A token without the key of a provider is the token of a value.
  const value = token as { readonly kind: ValueKind; readonly name: string }
  return bindValue(value.kind, value.name, source, asker)
}

function bindProvider(key: ProviderKey, { token, optional }: InjectSource, asker: Asker): Binding {
  const plan = visibleProvider(key, asker.context)
  if (plan !== undefined) return { from: isLazy(token) ? 'lazy' : 'provider', plan }
  if (optional) return { from: 'nothing' }
  throw explainInvisible({ kind: 'provider', key, name: nameOfKey(key), isList: isListToken(token) }, asker)
}

function bindValue(kind: ValueKind, name: string, { optional }: InjectSource, asker: Asker): Binding {
  if (isDeclared(kind, name, asker.context)) return declared(kind, name, asker)
  const givers = kind === 'request' ? asker.givers.get(name) : undefined
  if (givers !== undefined) return { from: 'given', name, givers, optional }
  const create = () => explainInvisible({ kind, name }, asker)
  if (!isOpenAbove(asker.context)) {
    if (optional) return { from: 'nothing' }
    throw create()
  }
  return { from: 'pending', name, kinds: [kind], otherwise: optional ? { from: 'nothing' } : { from: 'error', create } }
}

/** A bare string: a request value, then a context value, then a provider of that name. */
function bindName(name: string, { optional }: InjectSource, asker: Asker): Binding {
  if (isDeclared('request', name, asker.context)) return declared('request', name, asker)
  const plan = visibleProvider(providerToken(name).key, asker.context)
  const givers = asker.givers.get(name)
  const isOnlyGiven = plan === undefined && !isDeclared('context', name, asker.context)
  if (givers !== undefined && isOnlyGiven) return { from: 'given', name, givers, optional }
  const create = () => explainName(name, asker)
  if (!isOpenAbove(asker.context)) {
    if (isDeclared('context', name, asker.context)) return declared('context', name, asker)
    if (plan !== undefined) return { from: 'provider', plan }
    if (optional) return { from: 'nothing' }
    throw create()
  }
  return { from: 'pending', name, kinds: ['request', 'context'], otherwise: lastResort(plan, optional, create) }
}

function declared(kind: ValueKind, name: string, { context, computed: elsewhere }: Asker): ValueBinding {
  const computed = computedPlan(kind, name, context)
  const mayWait = computed !== null || elsewhere.has(computedKey(kind, name))
  return { from: 'value', kind, name, givenBy: null, computed, mayWait }
}

function lastResort(
  plan: ProviderPlan | undefined,
  optional: boolean,
  create: () => ReturnType<typeof explainName>,
): PendingBinding['otherwise'] {
  if (plan !== undefined) return { from: 'provider', plan }
  return optional ? { from: 'nothing' } : { from: 'error', create }
}

function isLazy(token: InjectSource['token']): boolean {
  return typeof token === 'object' && 'kind' in token && token.kind === 'lazy'
}

/** Whether an injected value may be a promise that is awaited in each request. */
export function mayWait(binding: Binding): boolean {
  switch (binding.from) {
    case 'request':
      return binding.source.from === 'own'
    case 'value':
      return binding.mayWait
    case 'provider':
      return planMayWait(binding.plan)
    case 'pending':
      return binding.otherwise.from !== 'error' && mayWait(binding.otherwise)
    default:
      return false // the object of `lazy` is looked up at its first use, where it cannot be awaited
  }
}

function planMayWait({ scope, recipe, bindings }: BuildPlan): boolean {
  if (scope === 'context') return false // awaited at boot
  return recipe.how === 'async' || bindings.some(mayWait)
}
