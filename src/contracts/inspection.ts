import type { HookName } from './hooks.js'

// What `inspect` gives: plain JSON, for the command line and for pages that draw an application. Things refer to each
// other by `id`. Ids are made of names and places, so that those of two runs can be compared.

/** Someone who registers: the application's own code, a module, a controller, or a plugin function. */
export interface Registrant {
  kind: 'application' | 'module' | 'controller' | 'plugin'
  name: string
}

/**
 * How something came into its context: first the one that the context was made for, last the one that registered it.
 * Each after the first is wrapped into the one before it; a path of one came through no wrap.
 */
export type RegistrantPath = Registrant[]

/** What a context can hold. */
export type EntryKind =
  | 'context value'
  | 'request value'
  | 'reply value'
  | 'provider'
  | 'offered provider'
  | 'collection'
  | 'contribution'
  | 'schema'
  | 'plugin'
  | 'wrapped module'
  | 'hook'
  | 'guard'
  | 'around'
  | 'error handler'
  | 'not-found handler'
  | 'content type parser'
  | 'validator compiler'
  | 'serializer compiler'
  | 'schema error formatter'
  | 'schema controller'
  | 'reply serializer'
  | 'logger factory'
  | 'request id generator'

/** One thing that a context holds itself. */
export interface InspectedEntry {
  id: string
  /** Id of the context that holds it. */
  context: string
  kind: EntryKind
  /** Name of the value, `$id` of the schema, media type of the parser, name of the function; `''` where it has none. */
  name: string
  /** Hooks and guards: the point at which they run. */
  point: HookName | null
  path: RegistrantPath
  /** Id of the entry of an outer context whose place it takes here and below. */
  shadows: string | null
  /** Of a guard whose class has `static provides`: names of the request values that it sets. */
  provides?: string[]
}

/** An encapsulation context with what it holds itself; what it inherits stands in the contexts above it. */
export interface InspectedContext {
  id: string
  name: string
  /** `root`: of a server without modules. */
  kind: 'root' | 'module' | 'plugin'
  /** Full prefix, that of the contexts above included. */
  prefix: string
  /** Id of the context above; null for the root. */
  parent: string | null
  /** Ids of the contexts below, in order of registration. */
  children: string[]
  /** Who registered it in the context above. */
  path: RegistrantPath
  /** In order of registration. */
  entries: InspectedEntry[]
  /** Ids of the routes that were declared in it. */
  routes: string[]
}

/** The part of a route's life to which a stage belongs. `interruption`: only when time runs out or the client leaves. */
export type StagePhase = 'request' | 'reply' | 'error' | 'interruption'

/** What a stage does. `hook`, `guard` and `around`: runs a function of the user's; `around` ends behind the handler. */
export type StageKind =
  | 'hook'
  | 'guard'
  | 'around'
  | 'parse'
  | 'validate'
  | 'handler'
  | 'serialize'
  | 'write'
  | 'error handler'
  | 'default answer'

/** One step of a route's pipeline. */
export interface InspectedStage {
  /** Its place in the pipeline: unique within the route. */
  id: string
  phase: StagePhase
  kind: StageKind
  /** `onRequest`, `parse body`, `validate params`, `handler`, … */
  stage: string
  /** Name of the function that runs; `''` where it has none, or where the stage is the server's own. */
  function: string
  /** Id of the context whose hook or handler it is; null: the route's own, or the server's. */
  context: string | null
  /** Who registered it; empty: the server. */
  path: RegistrantPath
}

/** A schema of one part of a route. */
export interface InspectedSchema {
  /** `params`, `querystring`, `headers`, `body`, `response 200`. */
  part: string
  /** Where schemas differ by it, else null. */
  mediaType: string | null
  /** The JSON Schema in full form; null where the validator compiler understands something else. */
  schema: unknown
  /** Ids of the shared schemas that it refers to, directly. */
  refs: string[]
}

/** A value or provider that a handler, or the class of it, is given. */
export interface InspectedInjection {
  /** `parameter 1 of Two.read`, `the constructor of Two`. */
  into: string
  kind: 'context value' | 'request value' | 'reply value' | 'provider'
  name: string
  /** Id of the entry; null: an optional value that is not visible, or one that guards set. */
  entry: string | null
  /** The guards on the line of the route that set the value; only where it is not declared. */
  givenBy?: string[]
}

/** A value that a decorator of `routeValue` gives the route. */
export interface InspectedRouteValue {
  name: string
  value: unknown
  /** Whether OpenAPI documents show it, as `x-<name>`. */
  openapi: boolean
}

/** A guard on the line of a route, with what it tells OpenAPI documents. */
export interface InspectedGuard {
  name: string
  /** `static openapi` of its class: `{ security, responses }`; null where it has none. */
  openapi: Record<string, unknown> | null
  /** Names of the request values that it sets (`static provides` of its class). */
  provides: string[]
}

/** One method of a route. */
export interface InspectedRoute {
  /** `GET /two`; with constraints, these follow. */
  id: string
  method: string
  url: string
  /** `Class.method`, or the function's name. */
  handler: string
  /** Whether the server added it: HEAD beside GET. */
  implicit: boolean
  /** Id of the context in which it was declared. */
  context: string
  path: RegistrantPath
  /** Ids of the contexts whose entries it sees, root first. */
  line: string[]
  /** Ids of the values, providers, schemas, parsers, handlers and plugins in effect: those of the line that nothing nearer shadows. */
  sees: string[]
  constraints: Record<string, string>
  attachValidation: boolean
  /** The status of answers for which nobody sets one. */
  status: number
  /** Keys of the route schema that no part is made of: `summary`, `tags`, `hide`, … */
  about: Record<string, unknown>
  /** Facts about the route, by name; of several the nearest. */
  values: InspectedRouteValue[]
  /** Guards of modules, of the controller and of the method, in this order. */
  guards: InspectedGuard[]
  /** Whether `@Public()` says that it needs no guard. */
  isPublic: boolean
  schemas: InspectedSchema[]
  injections: InspectedInjection[]
  /** Within each phase in the order in which they run. */
  stages: InspectedStage[]
}

/** An application as it is after boot. Plain JSON. */
export interface Inspection {
  /** Version of this form. */
  version: 1
  /** Id of the root context. */
  root: string
  /** Each before those below it. */
  contexts: InspectedContext[]
  /** In order of registration. */
  routes: InspectedRoute[]
  /** Shared schemas by the id of their entry. */
  sharedSchemas: Record<string, unknown>
}
