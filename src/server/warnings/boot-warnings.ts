import type { Instance } from '../../contracts/instance.js'
import { SchemaCompiler } from '../../schema/compiler/schema-compiler.js'
import { lineTo } from '../../support/lists.js'
import type { Place } from '../../support/place.js'
import type { Warning } from '../../support/report.js'
import { type ContextRecord, inspectContexts } from '../inspect/inspect-contexts.js'
import { coreOf } from '../instance/open-context.js'
import type { ServerCore } from '../start/server-core.js'
import { readEngine } from '../start/server-settings.js'
import { contractWarnings, optionWarnings, type PartWarning } from './route-warnings.js'
import { type Examination, pathWarnings, schemaWarnings, sharedSchemaWarnings } from './schema-warnings.js'
import { examinePatterns } from './slow-patterns.js'
import { shownName, unseenPlugins } from './unseen-plugins.js'

/** A warning about a part of a route. */
export interface RouteWarning extends Warning {
  /** `POST /users`. */
  readonly route: string
  /** `body`, or `response 200`. */
  readonly part: string
  /** JSON pointer into the schema. In a shared schema it begins with its `$id` and `#`. `null`: the whole schema. */
  readonly at: string | null
  /** The key that is removed; `null` if the validator removes no key. */
  readonly key: string | null
}

/** Finds mistakes that do not fail the boot. Returns no warnings before the boot. */
export function bootWarnings(instance: Instance): (Warning | RouteWarning)[] {
  const core = coreOf(instance)
  if (core.rootContext === null) return []
  const records = inspectContexts(core.rootContext)
  const compiler = new SchemaCompiler(readEngine(core.options))
  const examination = { core, compiler, costOf: examinePatterns() }
  return [
    ...routeWarnings(examination, records),
    ...records.flatMap(({ context }) => sharedSchemaWarnings(context, examination)),
    ...records.flatMap((record) => guardWarnings(record, core)),
    ...notFoundWarnings(records),
    ...unseenPlugins(records, core),
  ]
}

/** Where routes are declared, by method and path. */
export function placesOfRoutes(instance: Instance): ReadonlyMap<string, Place | null> {
  const { slots } = coreOf(instance)
  return new Map(slots.map(({ method, route }) => [`${method} ${route.options.url}`, route.place]))
}

/** Skips routes that failed, because their problems are reported already. */
function routeWarnings(examination: Examination, records: readonly ContextRecord[]): RouteWarning[] {
  const { core, compiler } = examination
  const warned = new Set<object>()
  const given = new Set<string>()
  const contexts = new Map(records.map(({ context }) => [context.builder, context]))
  return core.slots.flatMap((slot) => {
    const { route: declared, method, owner, compiled } = slot
    const context = contexts.get(owner)
    if (declared.implicit || context === undefined || compiled === null) return []
    const route = `${method} ${declared.options.url}`
    const isValidated = context.view.isDefaultValidator && declared.options.validatorCompiler === undefined
    const found: PartWarning[] = [
      ...schemaWarnings(slot, context, examination),
      ...pathWarnings(slot, examination),
      ...contractWarnings(slot, {
        removesParameters: isValidated && compiler.ajv.removesUndeclared,
        validatesBody: core.methods.validated.has(method),
        readsBody: [declared.options.method].flat().some((each) => core.methods.bodied.has(each)),
      }),
      ...optionWarnings(slot, { context, core, warned }),
    ]
    // `/users` and `/users/` may be two spellings of one route.
    const news = found.filter(({ part, at = null, message }) => {
      const text = [route.replace(/\/$/, ''), part, at, message].join('\n')
      return !given.has(text) && given.add(text)
    })
    return news.map((each) => {
      return { at: null, key: null, ...each, subject: `${route}, ${each.part}`, route, place: declared.place }
    })
  })
}

/** Finds guards of contexts without routes. Such a guard runs for no request, unless it also guards unknown paths. */
function guardWarnings({ context, entries }: ContextRecord, core: ServerCore): Warning[] {
  const guards = entries.flatMap(({ registration }) =>
    registration.guard?.unknownPaths === false ? [registration] : [],
  )
  if (guards.length === 0) return []
  const hasRoutes = core.slots.some(({ route, owner }) => !route.implicit && lineTo(owner).includes(context.builder))
  if (hasRoutes) return []
  return guards.map(({ name, guard }) => ({
    subject: `${name} of ${context.name}`,
    message: `neither ${context.name} nor a context below it has a route, so the guard has no effect. Put it on the module that has the routes, or import them there.`,
    place: guard?.place ?? null,
  }))
}

/** Finds not-found handlers of contexts without a prefix of their own, if a context further out has one. */
function notFoundWarnings(records: readonly ContextRecord[]): Warning[] {
  const found = records.flatMap(({ context, entries }) => {
    const depth = lineTo(context).length
    const handlers = entries.filter(({ registration }) => registration.kind === 'not-found handler')
    return handlers.map(({ registration }) => ({ context, depth, name: registration.name }))
  })
  return found.flatMap(({ context, depth, name }) => {
    const outer = found.find((other) => other.context.prefix === context.prefix && other.depth < depth)
    if (outer === undefined) return []
    const message = `paths without a route below "${context.prefix || '/'}" go to that of ${shownName(outer.context)}. Only reply.callNotFound() in its context calls it. Give the context a prefix of its own, or remove the handler.`
    const subject = `${name === '' ? '' : `${name}, `}not-found handler of ${shownName(context)}`
    return [{ subject, message, place: null }]
  })
}
