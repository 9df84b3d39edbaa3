import type { Context, ContextView } from '../../context/context.js'
import { unfitErrorSchemas } from '../../request/stages/error-schemas.js'
import { hasContentMap } from '../../schema/model/route-schema.js'
import { mediaTypeOf } from '../../support/media-type.js'
import { didYouMean } from '../../support/near-miss.js'
import { readProperty } from '../../support/values.js'
import type { RouteSlot } from '../instance/route-slot.js'
import { misspeltOptions } from '../start/option-keys.js'
import type { ServerCore } from '../start/server-core.js'
import type { PartWarning } from './contract-warnings.js'

interface OptionPlace {
  readonly context: Context
  readonly core: ServerCore
  /** Schemas of errors that already have a warning. Routes with the same schema get only one warning. */
  readonly warned: Set<object>
}

/** Options of a route that have no effect, and parts of its schema that its options contradict. */
export function optionWarnings(slot: RouteSlot, { context, core, warned }: OptionPlace): PartWarning[] {
  return [
    ...optionsWithoutEffect(slot.route.options),
    ...unreadBody(slot, core),
    ...(context.view.isDefaultSerializer ? unsentErrors(slot, context.view, warned) : []),
    ...(context.view.isDefaultValidator ? refusedMediaTypes(slot, core) : []),
  ]
}

/** On routes of decorators these may be options of a plugin, because other misspelt options fail the boot. */
function optionsWithoutEffect(options: object): PartWarning[] {
  const constraints = ['version', 'host'].filter((name) => typeof readProperty(options, name) === 'string')
  return [
    ...misspeltOptions(options).map(({ name, near }) => ({ name, advice: didYouMean(near) })),
    ...constraints.map((name) => ({ name, advice: `write constraints: { ${name}: … }` })),
  ].map(({ name, advice }) => ({ part: 'options', message: `the route option "${name}" has no effect: ${advice}` }))
}

/** A schema for the body of a method whose bodies are not validated. */
function unreadBody({ route: { options } }: RouteSlot, { methods: { validated } }: ServerCore): PartWarning[] {
  if (options.schema?.body === undefined || [options.method].flat().some((method) => validated.has(method))) return []
  return [{ part: 'body', message: 'bodies of this method are not validated, so the schema has no effect. Remove it.' }]
}

/** Finds schemas of failures that errors of the framework do not fit. These errors are sent without a schema. */
function unsentErrors(
  { compiled, route: { options } }: RouteSlot,
  { schemas }: ContextView,
  warned: Set<object>,
): PartWarning[] {
  const stages = compiled?.listStages() ?? []
  if (stages.some(({ kind }) => kind === 'error handler')) return []
  const validates = stages.some(({ kind }) => kind === 'validate') && options.attachValidation !== true
  const parts = { response: options.schema?.response, schemas, validates }
  return unfitErrorSchemas(parts).flatMap(({ status, schema, problem }) => {
    if (warned.has(schema)) return []
    warned.add(schema)
    return [{ part: `response ${status}`, message: `the schema ${problem}.` }]
  })
}

/** A plain body schema is for JSON, so the route refuses other media types in `consumes`. */
function refusedMediaTypes({ route: { options } }: RouteSlot, core: ServerCore): PartWarning[] {
  const { consumes, body } = options.schema ?? {}
  if (!Array.isArray(consumes) || body === undefined || hasContentMap(body)) return []
  if ((options.bodyValidation ?? core.options.bodyValidation ?? 'json') === 'parsed') return []
  const refused = consumes.map(String).filter((type) => mediaTypeOf(type) !== 'application/json')
  return refused.map((type) => ({
    part: 'consumes',
    message: `the route refuses "${type}", since its body schema is for JSON. Declare body.content, or set bodyValidation to "parsed".`,
  }))
}
