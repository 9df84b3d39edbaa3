import { type ContractOptions, contract, type Messages, messagesOf } from '../../context/route-contract.js'
import type { RegisteredRouteOptions } from '../../contracts/hooks.js'
import type {
  EntryKind,
  InspectedInjection,
  InspectedRoute,
  InspectedSchema,
  InspectedStage,
  RegistrantPath,
} from '../../contracts/inspection.js'
import type { RouteName } from '../../contracts/schema.js'
import { type DeclaredValue, type Injection, pathTo } from '../../lifecycle/provenance.js'
import { handledCodes } from '../../request/errors/handled-errors.js'
import type { ListedStage } from '../../request/stages/list-stages.js'
import { defaultStatus } from '../../request/stages/success-status.js'
import type { NamedSchema } from '../../request/validation/named-values.js'
import { hasContentMap } from '../../schema/model/route-schema.js'
import { refsIn } from '../../schema/model/walk.js'
import { describeStandard, isStandardSchema, type StandardSchema } from '../../standard/standard-schema.js'
import { pointerTo } from '../../support/json-pointer.js'
import { lineTo } from '../../support/lists.js'
import { requestParts } from '../../support/request-parts.js'
import { describeValue, isRecord, isThenable, readProperty, setOwn } from '../../support/values.js'
import type { RouteSlot } from '../instance/route-slot.js'
import { type ContextRecord, nearest, uniqueNames, visibleEntries } from './inspect-contexts.js'

/** Describes one method of a route, with the entries that it sees and the stages that run. */
export function inspectRoute(slot: RouteSlot, record: ContextRecord): InspectedRoute {
  const { route, method } = slot
  const { options, handlerName, implicit, by, declared } = route
  const { url, constraints, attachValidation = false } = options
  const names = Object.entries(constraints || {}).map(([name, value]) => [name, String(value)] as const)
  const line = lineTo(record)
  return {
    id: [`${method} ${url}`, ...names.map((pair) => pair.join('='))].join(' '),
    method,
    url,
    handler: handlerName,
    implicit,
    context: record.inspected.id,
    path: pathTo(by, record.context.builder.opener),
    line: line.map(({ inspected }) => inspected.id),
    sees: visibleEntries(record).map(({ id }) => id),
    constraints: Object.fromEntries(names),
    attachValidation,
    status: slot.compiled?.successStatus ?? defaultStatus,
    about: aboutOf(options),
    values: valuesOf(slot).map(({ name, value, openapi }) => ({ name, value: asJson(value), openapi })),
    guards: (declared?.guardedBy ?? []).map(({ name, openapi, provides }) => {
      const described = openapi === undefined ? null : asJson(openapi)
      return { name, openapi: isRecord(described) ? described : null, provides: [...provides] }
    }),
    isPublic: declared?.isPublic ?? false,
    schemas: schemasOf(options, { method, url }, record),
    ...unvalidatedOf(options),
    injections: (declared?.injections() ?? []).map((injection) => inspectInjection(injection, record)),
    stages: inspectStages(slot, line),
  }
}

/** The values of a controller's route, or those of the modules above a plugin that its config does not replace. */
function valuesOf({ route: { declared, options }, owner }: RouteSlot): readonly DeclaredValue[] {
  if (declared !== null) return declared.values
  const values = owner.nearest((each) => each.routeValues) ?? []
  return values.filter(({ name, value }) => options.config?.[name] === value)
}

/** The kinds of entry that can hold an injected provider. */
const provided: ReadonlySet<EntryKind> = new Set(['offered provider', 'collection'])

function inspectInjection(injection: Injection, record: ContextRecord): InspectedInjection {
  const { into, kind, name, key, isVisible, givenBy } = injection
  const found = nearest(record, (other) => {
    if (other.kind !== kind && (kind !== 'provider' || !provided.has(other.kind))) return false
    return key === null ? other.name === name : other.subject === key
  })
  const entry = isVisible ? (found?.id ?? null) : null
  return { into, kind, name, entry, ...(givenBy !== undefined && { givenBy }) }
}

function inspectStages(slot: RouteSlot, line: readonly ContextRecord[]): InspectedStage[] {
  const listed = slot.compiled?.listStages() ?? []
  const nameOf = ({ kind, run }: ListedStage) => (kind === 'handler' ? slot.route.handlerName : functionName(run))
  const names = uniqueNames(listed.map((each) => `${each.stage} ${nameOf(each)}`.trim()))
  const taken = new Set<string>()
  return listed.map((stage, index) => {
    const { context, path, isGuard } = whose(stage, { slot, line, taken })
    const handles = stage.kind === 'error handler' ? handledCodes(stage.run) : null
    return {
      id: names[index]!, // one name for each stage
      phase: stage.phase,
      kind: isGuard ? 'guard' : stage.kind,
      stage: stage.stage,
      function: nameOf(stage),
      context,
      path,
      ...(handles !== null && { handles }),
    }
  })
}

interface StagePlace {
  readonly slot: RouteSlot
  readonly line: readonly ContextRecord[]
  /** Ids of the entries of earlier stages. One function may be registered twice, with two entries. */
  readonly taken: Set<string>
}

/** The owner of the function that a stage runs: a context of the line, or the route itself. */
function whose(
  { kind, stage, run }: ListedStage,
  { slot, line, taken }: StagePlace,
): { context: string | null; path: RegistrantPath; isGuard: boolean } {
  if (run === null) return { context: null, path: [], isGuard: false }
  for (const { entries } of kind === 'error handler' ? [...line].reverse() : line) {
    for (const { entry, registration } of entries) {
      const matches = registration.subject === run && (entry.point ?? entry.kind) === stage
      if (!matches || taken.has(entry.id)) continue
      taken.add(entry.id)
      return { context: entry.context, path: entry.path, isGuard: entry.kind === 'guard' }
    }
  }
  const { route, owner } = slot
  const by = route.added.has(run) ? (route.added.get(run) ?? null) : route.by
  return { context: null, path: pathTo(by, owner.opener), isGuard: route.declared?.guards.has(run) ?? false }
}

function functionName(run: unknown): string {
  return typeof run === 'function' ? run.name : ''
}

function aboutOf({ schema = {} }: RegisteredRouteOptions): Record<string, unknown> {
  const parts = new Set([...requestParts, 'query', 'response'])
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) =>
      parts.has(key) || value === undefined ? [] : [[key, asJson(value)]],
    ),
  )
}

function schemasOf(
  options: RegisteredRouteOptions & ContractOptions,
  route: RouteName,
  record: ContextRecord,
): InspectedSchema[] {
  const { schema = {} } = options
  const named = options[contract]?.named ?? []
  const messages = messagesOf(options, route)
  const given = [
    ...requestParts.map((part) => [part, schema[part]] as const),
    ...Object.entries(messages ?? {}),
    ...responsesOf(schema.response, messages).map(([status, each]) => [`response ${status}`, each] as const),
  ]
  return given.flatMap(([part, value]) => {
    const whole = withNamed(
      value,
      named.filter((each) => each.part === part),
    )
    return whole === undefined ? [] : inspectSchemas(part, whole, record)
  })
}

/** The schemas of the responses. A socket has no response with status 200: that schema is the one of its messages. */
export function responsesOf(response: unknown, messages: Messages | null): [status: string, schema: unknown][] {
  const all = isRecord(response) ? Object.entries(response) : []
  return messages === null ? all : all.filter(([status]) => status !== '200')
}

function unvalidatedOf(options: RegisteredRouteOptions & ContractOptions): Pick<InspectedRoute, 'unvalidated'> {
  const values = options[contract]?.unvalidated ?? []
  return values.length === 0 ? {} : { unvalidated: values.map(({ part, name }) => ({ part, name })) }
}

function inspectSchemas(part: string, given: unknown, record: ContextRecord): InspectedSchema[] {
  if (!hasContentMap(given)) return [inspectSchema(part, null, given, record)]
  const description = readProperty(given, 'description')
  return Object.entries(given.content).map(([mediaType, entry]) => {
    const { schema } = entry as { schema: unknown } // checked when the route schema was normalized
    return {
      ...inspectSchema(part, mediaType, schema, record),
      ...(typeof description === 'string' && { description }),
    }
  })
}

function inspectSchema(part: string, mediaType: string | null, given: unknown, record: ContextRecord): InspectedSchema {
  const { view } = record.context
  const isJson = isOutput(part) ? view.isDefaultSerializer : view.isDefaultValidator
  const schema = isJson ? describeSchema(part, given) : null
  const ids = Object.keys(view.schemas)
  const named = refsIn(schema).flatMap(
    (ref) => ids.find((id) => id === ref || withoutFragment(id) === withoutFragment(ref)) ?? [],
  )
  const refs = [...new Set(named)].flatMap(
    ($id) => nearest(record, ({ kind, name }) => kind === 'schema' && name === $id)?.id ?? [],
  )
  return { part, mediaType, schema, refs }
}

function isOutput(part: string): boolean {
  return part === 'send' || part.startsWith('response')
}

function withoutFragment(ref: string): string {
  return ref.split('#', 1)[0] || ref
}

/** Describes a schema of another library by its own JSON Schema. Without one, the schema accepts any value. */
function describeSchema(part: string, schema: unknown): unknown {
  if (!isStandardSchema(schema)) return asJson(schema)
  return asJson(describeStandard(schema, isOutput(part) ? 'output' : 'input') ?? {})
}

/**
 * Converts a value to JSON data, as `JSON.stringify` does. Annotations of schemas may be any value, so big integers,
 * cycles and objects that throw become a description.
 */
export function asJson(value: unknown, seen: Set<unknown> = new Set()): unknown {
  try {
    const text = JSON.stringify(value)
    return text === undefined ? null : JSON.parse(text)
  } catch {
    return asReadable(value, seen)
  }
}

function asReadable(value: unknown, seen: Set<unknown>): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || seen.has(value)) return describeValue(value)
  seen.add(value)
  try {
    if (Array.isArray(value)) return value.map((item) => asJson(item, seen))
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, asJson(item, seen)]))
  } catch {
    return describeValue(value)
  }
}

/**
 * The schema of a part for documents. Its properties include the values that each have a schema of another library,
 * although that library validates them.
 *
 * @param part the JSON Schema of the part; undefined where it has none
 */
function withNamed(part: unknown, named: readonly NamedSchema[]): unknown {
  if (named.length === 0) return part
  const properties: Record<string, unknown> = {}
  for (const { name, schema } of named) {
    const described = describeStandard(schema, 'input') ?? {}
    setOwn(properties, name, moved(described, pointerTo('/properties', name)))
  }
  const required = named.filter(({ schema }) => isRequired(schema)).map(({ name }) => name)
  const own = { type: 'object', properties, required }
  if (part === undefined) return own
  if (!isRecord(part) || !isRecord(part.properties)) return { type: 'object', allOf: [part, own] }
  const before: unknown[] = Array.isArray(part.required) ? part.required : []
  return { ...part, properties: { ...part.properties, ...properties }, required: [...before, ...required] }
}

/** Moves a schema from its own document into a property. Changes each `#…`, so that it refers to the same part. */
function moved(schema: unknown, pointer: string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => moved(item, pointer))
  if (!isRecord(schema)) return schema
  const entries = Object.entries(schema).map(([key, value]) => {
    const isOwnRef = key === '$ref' && typeof value === 'string' && /^#(?:\/|$)/.test(value)
    return [key, isOwnRef ? `#${pointer}${value.slice(1)}` : moved(value, pointer)] as const
  })
  return Object.fromEntries(entries.filter(([key]) => key !== '$schema'))
}

/** Whether a request without the value is refused. A schema of a library that refuses `undefined` requires it. */
function isRequired(schema: StandardSchema): boolean {
  try {
    const result: unknown = schema['~standard'].validate(undefined)
    if (!isThenable(result)) return isRecord(result) && result.issues !== undefined
    Promise.resolve(result).catch(() => undefined) // an async result is not used, but its rejection must be handled
    return false
  } catch {
    return true // the check throws because it needs a value
  }
}
