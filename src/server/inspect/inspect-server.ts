import type { RefusalFigures } from '../../contracts/figures.js'
import type { Inspection } from '../../contracts/inspection.js'
import type { Instance } from '../../contracts/instance.js'
import { moduleCodes } from '../../errors/module-codes.js'
import { treeCodes } from '../../errors/tree-codes.js'
import { describeValue, isObject, readProperty } from '../../support/values.js'
import { coreOf } from '../instance/open-context.js'
import type { ServerCore } from '../start/server-core.js'
import { inspectContexts } from './inspect-contexts.js'
import { asJson, inspectRoute } from './inspect-route.js'

/** An application of `bootstrap`. */
export interface Inspectable {
  /** The root instance of the application. */
  readonly instance: Instance
}

/**
 * Describes the server of an instance as plain JSON, for tools that show an application. Contexts have their entries.
 * Routes have the entries that they see, and their stages in order. It accepts an instance of `createServer`, or an
 * application of `bootstrap`.
 *
 * @throws ALC_ERR_NOT_BOOTED before the contexts are sealed. Await `ready`, or call `inspect` in an `onReady` hook
 * @throws ALC_ERR_DECLARATION_ARGUMENT if the target is neither
 */
export function inspect(target: Instance | Inspectable): Inspection {
  const { rootContext, slots: routes } = coreOfTarget(target, 'inspect')
  if (rootContext === null) throw new treeCodes.ALC_ERR_NOT_BOOTED('inspect()')

  const records = inspectContexts(rootContext)
  const byBuilder = new Map(records.map((record) => [record.context.builder, record]))
  const inspected = routes.map((slot) => {
    const record = byBuilder.get(slot.owner)! // every builder has been sealed
    const route = inspectRoute(slot, record)
    record.inspected.routes.push(route.id)
    return route
  })
  const shared = records.flatMap(({ context, entries }) =>
    entries.flatMap(({ entry }) =>
      entry.kind === 'schema' ? [[entry.id, asJson(context.view.schemas[entry.name])]] : [],
    ),
  )
  return {
    version: 1,
    root: records[0]!.inspected.id, // the root is always there
    contexts: records.map((record) => record.inspected),
    routes: inspected,
    sharedSchemas: Object.fromEntries(shared),
  }
}

/** Counts the requests so far that the server of an instance refused or cut off before a route got them. */
export function readRefusals(target: Instance | Inspectable): RefusalFigures {
  return { ...coreOfTarget(target, 'readRefusals').refused }
}

/** @throws ALC_ERR_DECLARATION_ARGUMENT */
function coreOfTarget(target: Instance | Inspectable, call: string): ServerCore {
  const instance: unknown = readProperty(target, 'instance') ?? target
  const core: ServerCore | undefined = isObject(instance) ? coreOf(instance as Instance) : undefined // checked below
  if (core !== undefined) return core
  const wanted = 'an application of bootstrap or an instance of createServer'
  throw new moduleCodes.ALC_ERR_DECLARATION_ARGUMENT(`${call}(…)`, describeValue(target), wanted)
}
