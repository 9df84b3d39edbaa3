import type { Class } from '../../contracts/token.js'
import { moduleCodes } from '../../errors/module-codes.js'
import { treeCodes } from '../../errors/tree-codes.js'
import type { DeclaredValue } from '../../lifecycle/provenance.js'
import { attempt, type Report } from '../../support/report.js'
import { readProperty } from '../../support/values.js'
import type { RouteFact } from '../decorators/facts.js'
import { ownFacts } from '../decorators/metadata.js'
import { className, lineage, memberName } from '../decorators/read-facts.js'
import { type ContextPlan, type ControllerPlan, type MemberPlan, type ModulePlan, upwards } from './context-plan.js'
import { type ModuleNode, placeOf } from './module-node.js'
import { reportAtClass, reportAtMember } from './report-at.js'

/**
 * The route values of a route, by name. The nearest declaration of a value counts. The order from far to near is:
 * contexts from the root down, the controller, the route. A `config` with the name of a value declares it too.
 *
 * Within a context, wrapped modules that are not above the controller come first, inner ones before outer ones. Then
 * come the module of the context, and the wrapped modules above the controller, outer ones before inner ones.
 */
export function routeValuesOf(
  controller: ControllerPlan,
  method: MemberPlan,
  route: RouteFact,
): ReadonlyMap<string, DeclaredValue> {
  const { context, module } = controller.build
  const contexts = upwards(context).reverse()
  const isNone = contexts.every(({ members }) => members.every(({ values }) => values.length === 0))
  if (isNone && controller.values.length === 0 && method.values.length === 0) return none
  const modules = contexts.flatMap((each) => farthestFirst(each, module))
  const found = new Map(modules.flatMap(({ values }) => values).map((fact) => [fact.name, fact]))
  addNearer(found, controller.values, controller.fact.options.config)
  addNearer(found, method.values, route.options.config)
  return found
}

/** Adds the declarations of a controller or of a route: its decorators, and its `config` for values of others. */
function addNearer(found: Map<string, DeclaredValue>, values: readonly DeclaredValue[], config?: object): void {
  for (const fact of values) found.set(fact.name, fact)
  for (const [name, value] of Object.entries(config ?? {})) {
    const known = found.get(name)
    if (known !== undefined && value !== undefined) found.set(name, { ...known, value })
  }
}

/**
 * Refuses a value that one class or method declares by its decorator and in `config`. One would have no effect. Between
 * a class and its base class the subclass counts.
 */
export function refuseTwinConfigs(target: Class, report: Report): void {
  for (const each of lineage(target)) {
    const { values, controller, members } = ownFacts(each)
    const name = className(each)
    attempt(reportAtClass(report, each), () => refuseTwinConfig(name, values, controller?.options.config))
    for (const [key, { place, values, routes }] of members) {
      const member = { place, name: memberName(each, key) }
      for (const { options } of routes)
        attempt(reportAtMember(report, member), () => refuseTwinConfig(member.name, values, options.config))
    }
  }
}

function refuseTwinConfig(place: string, values: readonly DeclaredValue[], config: object | undefined): void {
  const twin = values.find(({ name }) => readProperty(config, name) !== undefined)
  if (twin === undefined) return
  throw new moduleCodes.ALC_ERR_DECORATOR_TWICE(twin.name, place, 'value', `config.${twin.name}`)
}

/** The route values of plugins in a context, by name: those of its modules, and of the modules above. */
export function routeValuesIn(context: ContextPlan): readonly DeclaredValue[] {
  if (context.members.every(({ values }) => values.length === 0)) return [] // as in the context above
  const modules = upwards(context)
    .reverse()
    .flatMap((each) => farthestFirst(each, context.node))
  return [...new Map(modules.flatMap(({ values }) => values).map((fact) => [fact.name, fact])).values()]
}

const none: ReadonlyMap<string, DeclaredValue> = new Map()

function farthestFirst({ members }: ContextPlan, module: ModuleNode): ModulePlan[] {
  const [own, ...wrapped] = members
  if (own === undefined) return []
  const onLine = wrapped.filter(({ node }) => isAbove(node, module))
  const beside = wrapped.filter(({ node }) => !isAbove(node, module))
  return [...beside.reverse(), own, ...onLine]
}

function isAbove(node: ModuleNode, below: ModuleNode): boolean {
  return node === below || (below.parent !== null && isAbove(node, below.parent))
}

/** Refuses two values of one name on two modules that are wrapped into one context. Neither is nearer to its routes. */
export function refuseTwinValues({ name, members }: ContextPlan, report: Report): void {
  if (members.length < 3) return // fewer than two modules are wrapped
  const [own, ...wrapped] = members
  const seen = new Map<string, ModulePlan>()
  for (const module of wrapped) {
    for (const value of module.values) {
      const first = seen.get(value.name)
      const isDecided = own?.values.some((other) => other.name === value.name) ?? false
      if (first !== undefined && !isDecided && !isAbove(first.node, module.node)) {
        attempt(reportAtClass(report, module.node.Class), () => {
          const what = `Route value "${value.name}"`
          throw new treeCodes.ALC_ERR_DECLARED_TWICE(what, placeOf(first.node), placeOf(module.node), name)
        })
      } else seen.set(value.name, module)
    }
  }
}
