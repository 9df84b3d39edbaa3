import type { Context, ContextView } from '../../context/context.js'
import { type ContractOptions, contract, type RouteContract } from '../../context/route-contract.js'
import type { RegisteredRouteOptions } from '../../contracts/hooks.js'
import { knownParts } from '../../request/stages/check-parts.js'
import { unfitErrorSchemas } from '../../request/stages/error-schemas.js'
import { declaredSuccess } from '../../request/stages/success-status.js'
import { hasContentMap } from '../../schema/model/route-schema.js'
import { isStandardSchema } from '../../standard/standard-schema.js'
import { mediaTypeOf } from '../../support/media-type.js'
import { didYouMean, nearMisses } from '../../support/near-miss.js'
import { pathParameters } from '../../support/paths.js'
import { isRecord } from '../../support/values.js'
import type { RouteSlot } from '../instance/route-slot.js'
import { misplacedRouteOptions } from '../start/misplaced-route-options.js'
import { misspeltOptions, unknownOptions } from '../start/option-keys.js'
import type { ServerCore } from '../start/server-core.js'

/** A mistake in one part of a route, without the id of the route. */
export interface PartWarning {
  readonly part: string
  readonly message: string
  /** JSON pointer into the schema. In a shared schema it begins with its `$id` and `#`. Absent: the whole part. */
  readonly at?: string
  /** The key that the validator removes. */
  readonly key?: string
}

interface ContractPlace {
  readonly removesParameters: boolean
  readonly validatesBody: boolean
  /** Whether the server reads bodies of any method of the route. */
  readonly readsBody: boolean
}

/** Declarations of a controller for a route that have no effect. */
export function contractWarnings(
  slot: RouteSlot,
  { removesParameters, validatesBody, readsBody }: ContractPlace,
): PartWarning[] {
  const options: RegisteredRouteOptions & ContractOptions = slot.route.options
  const { schema = {} } = options
  const declared = options[contract]
  return [
    ...(declared === undefined ? [] : unknownParts(schema)),
    ...(schema.body === undefined && readsBody ? unvalidatedBody(declared, validatesBody ? null : slot.method) : []),
    ...(readsBody ? [] : unreadParameter(declared, slot.method)),
    ...unsentBodies(schema.response),
    ...(declared === undefined ? [] : unansweredStatuses(slot, declared)),
    ...(removesParameters ? removedParameters(options.url, schema.params) : []),
  ]
}

/** Finds unknown parts. Names that resemble a known part fail the boot. Routes of plugins may have other parts. */
function unknownParts(schema: object): PartWarning[] {
  const unknown = Object.keys(schema).filter((key) => {
    return !knownParts.has(key) && !key.startsWith('x-') && nearMisses(key, knownParts).length === 0
  })
  return unknown.map((part) => ({
    part,
    message: `neither alcove nor OpenAPI has this part, so it has no effect. Remove it, or begin its name with "x-".`,
  }))
}

/**
 * Nest validates a parameter of the body by its type. In alcove only a schema validates it.
 *
 * @param unread the method, if a schema of its bodies has no effect
 */
function unvalidatedBody(declared: RouteContract | undefined, unread: string | null): PartWarning[] {
  if (declared === undefined || declared.objectBody === null) return []
  const reason = unread === null ? 'no schema validates the body' : `bodies of ${unread} are not validated`
  const fix =
    unread === null ? 'Write @Body(schema), or @Body({}) to accept any JSON.' : 'Check the value in the handler.'
  const message = `${reason}: parameter ${declared.objectBody} of ${declared.member} takes it as the client sends it. ${fix}`
  return [{ part: 'body', message }]
}

function unreadParameter(declared: RouteContract | undefined, method: string): PartWarning[] {
  const position = declared?.bodyParameter ?? null
  if (declared === undefined || position === null) return []
  const reason = `bodies of ${method} are not read, so parameter ${position} of ${declared.member} is always undefined`
  return [{ part: 'body', message: `${reason}. Take the values from the query, with @Query, or use POST.` }]
}

/** Finds statuses that have no body in HTTP, or that a handler cannot answer with. */
function unsentBodies(response: unknown): PartWarning[] {
  if (!isRecord(response)) return []
  return Object.entries(response).flatMap(([status, schema]): PartWarning[] => {
    const part = `response ${status}`
    if (/^1(?:\d\d|xx)$/i.test(status)) {
      return [{ part, message: 'a handler cannot answer with an informational status. Remove it.' }]
    }
    if (!/^(?:204|205|304)$/.test(status) || !describesBody(schema)) return []
    return [{ part, message: `an answer with ${status} has no body, so the schema has no effect. Remove the schema.` }]
  })
}

function describesBody(schema: unknown): boolean {
  if (isStandardSchema(schema)) return true
  if (!isRecord(schema) || schema.type === 'null') return false
  return ['type', '$ref', 'properties', 'anyOf', 'oneOf', 'allOf', 'content', 'enum', 'const'].some(
    (key) => key in schema,
  )
}

/**
 * Finds statuses of success that no code can answer with. A function that gets the reply can set any status, and so can
 * a value of `answer`. So it finds them only if no function gets the reply, and the method returns only literals.
 */
function unansweredStatuses(slot: RouteSlot, declared: RouteContract): PartWarning[] {
  const { compiled, route } = slot
  if (compiled === null || declared.takesReply) return []
  const others = compiled.listStages().some(({ kind, run }) => run !== null && kind !== 'handler')
  if (others || !returnsLiterals(declared.method)) return []
  const { exact } = declaredSuccess(route.options.schema?.response)
  return exact
    .filter((status) => status !== compiled.successStatus)
    .map((status) => ({
      part: `response ${status}`,
      message: `${declared.member} answers with ${compiled.successStatus} only. Remove the response, or return answer(${status}, …).`,
    }))
}

/** Whether a method returns only literals, and so neither values of `answer` nor a `Response`. */
function returnsLiterals(method: (...args: never[]) => unknown): boolean {
  const source = Function.prototype.toString.call(method).replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ')
  if (/\banswer\b|\bResponse\b|\barguments\b|\byield\b/.test(source)) return false
  const returned = source.split(/\breturn\b/).slice(1)
  return returned.every((text) => /^\s*(?:[{['"`;}\d]|(?:true|false|null|undefined)\b)/.test(text))
}

/** Finds path parameters that the validator removes, because the schema declares properties, but not these. */
function removedParameters(url: string, params: unknown): PartWarning[] {
  if (!isRecord(params) || !isRecord(params.properties) || isStandardSchema(params)) return []
  const { properties } = params
  const keeps = ['additionalProperties', 'patternProperties', '$ref', 'allOf', 'anyOf', 'oneOf', 'if']
  if (keeps.some((key) => key in params)) return []
  return pathParameters(url)
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => ({
      part: 'params',
      message: `the validator removes the path parameter "${name}", since the schema does not declare it. Add it to the properties.`,
    }))
}

interface OptionPlace {
  readonly context: Context
  readonly core: ServerCore
  /** Schemas of errors that already have a warning. Routes with the same schema get only one warning. */
  readonly warned: Set<object>
}

/** Options of a route that have no effect, and parts of its schema that its options contradict. */
export function optionWarnings(slot: RouteSlot, { context, core, warned }: OptionPlace): PartWarning[] {
  return [
    ...optionsWithoutEffect(slot.route.options, context),
    ...unreadBody(slot, core),
    ...(context.view.isDefaultSerializer ? unsentErrors(slot, context.view, warned) : []),
    ...(context.view.isDefaultValidator ? refusedMediaTypes(slot, core) : []),
  ]
}

/**
 * On routes of decorators misspelt names may be options of a plugin, because other misspelt options fail the boot. An
 * unknown option of a decorator has no effect if no `onRoute` hook can read it.
 */
function optionsWithoutEffect(options: object, context: Context): PartWarning[] {
  const advised = new Map([
    ...misspeltOptions(options).map(({ name, near }) => [name, didYouMean(near)] as const),
    ...misplacedRouteOptions(options).map(
      ({ name, core }) => [name, `${core[0]?.toLowerCase()}${core.slice(1)}`] as const,
    ),
  ])
  const isRead = !(contract in options) || context.builder.nearest((each) => each.hooks.onRoute.length > 0 || null)
  const unread = isRead ? [] : unknownOptions(options).filter((name) => !advised.has(name))
  return [
    ...advised,
    ...unread.map((name) => {
      const place = knownParts.has(name) ? '@Schema' : '"config"'
      return [name, `no plugin here reads options of routes. Remove it, or move it into ${place}.`] as const
    }),
  ].map(([name, advice]) => ({ part: 'options', message: `the route option "${name}" has no effect: ${advice}` }))
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
