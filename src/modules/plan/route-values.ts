import { moduleCodes } from '../../errors/module-codes.js'
import { treeCodes } from '../../errors/tree-codes.js'
import type { DeclaredValue } from '../../lifecycle/provenance.js'
import { attempt, type Report } from '../../support/report.js'
import type { RouteFact } from '../decorators/facts.js'
import { type ContextPlan, type ControllerPlan, type MemberPlan, type ModulePlan, upwards } from './context-plan.js'
import { type ModuleNode, placeOf } from './module-node.js'
import { reportAtClass } from './report-at.js'

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
  for (const [name, value] of Object.entries(config ?? {})) {
    const known = found.get(name)
    if (known !== undefined) found.set(name, { ...known, value })
  }
  for (const fact of values) found.set(fact.name, fact)
}

/** Refuses a value that one controller or method declares by its decorator and in `config`. One would have no effect. */
export function refuseTwinConfig(
  place: string,
  values: readonly DeclaredValue[],
  config: object | undefined,
  report: Report,
): void {
  const twin = values.find(({ name }) => Object.hasOwn(config ?? {}, name))
  if (twin === undefined) return
  report(new moduleCodes.ALC_ERR_DECORATOR_TWICE(twin.name, place, 'value', `config.${twin.name}`))
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
