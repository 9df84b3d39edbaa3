import type { HookName } from './hooks.js'

// The result of `inspect`: plain JSON, for the command line and for pages that draw an application. Items refer to each
// other by `id`. Ids consist of names and places, so the ids of two runs can be compared.

/** A registrant: the application's own code, a module, a controller, or a plugin function. */
export interface Registrant {
  /** Its kind. */
  kind: 'application' | 'module' | 'controller' | 'plugin'
  /** The name of the class or function. */
  name: string
}

/**
 * The registrants of an entry: first the one that the context was made for, last the one that registered it. Each one
 * after the first is wrapped into the one before it. A path of one has no wrap.
 */
export type RegistrantPath = Registrant[]

/** The kinds of entries of a context. */
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

/** One own entry of a context. */
export interface InspectedEntry {
  /** Identifies the entry among all. */
  id: string
  /** Id of its context. */
  context: string
  /** Its kind. */
  kind: EntryKind
  /** Name of the value or function, `$id` of the schema, or media type of the parser. `''` if it has none. */
  name: string
  /** Hooks and guards: the point at which they run. */
  point: HookName | null
  /** Its registrants. */
  path: RegistrantPath
  /** Id of the entry of an outer context that this one replaces here and below. */
  shadows: string | null
  /** For a guard whose class has `static provides`: names of the request values that it sets. */
  provides?: string[]
}

/** An encapsulation context with its own entries. Inherited entries are in the contexts above it. */
export interface InspectedContext {
  /** Identifies the context. */
  id: string
  /** The name of the module or plugin. */
  name: string
  /** `root`: the root of a server without modules. */
  kind: 'root' | 'module' | 'plugin'
  /** Full prefix, with the prefixes of the contexts above. */
  prefix: string
  /** Id of the context above; null for the root. */
  parent: string | null
  /** Ids of the contexts below, in order of registration. */
  children: string[]
  /** The registrants of the context, in the context above. */
  path: RegistrantPath
  /** In order of registration. */
  entries: InspectedEntry[]
  /** Ids of the routes that were declared in this context. */
  routes: string[]
}

/**
 * The part of a route's pipeline to which a stage belongs. An `interruption` runs only if time runs out or the client
 * leaves.
 */
export type StagePhase = 'request' | 'reply' | 'error' | 'interruption'

/**
 * The kind of a stage. `hook`, `guard` and `around` run a function of the application; `around` ends after the handler.
 */
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
  /** Its place in the pipeline, unique within the route. */
  id: string
  /** The point of the request at which it runs. */
  phase: StagePhase
  /** Its kind. */
  kind: StageKind
  /** `onRequest`, `parse body`, `validate params`, `handler`, … */
  stage: string
  /** Name of the function that runs; `''` if it has none, or if the server itself runs the stage. */
  function: string
  /** Id of the context of the hook or handler; null if it belongs to the route or the server. */
  context: string | null
  /** The registrants of the function; empty if the server runs the stage. */
  path: RegistrantPath
  /**
   * The codes of the framework's own errors that an error handler handles. Absent if the handler handles every error.
   */
  handles?: string[]
}

/** A schema of one part of a route. */
export interface InspectedSchema {
  /** `params`, `querystring`, `headers`, `body`, `response 200`. For messages of `@Socket`: `receive`, `send`. */
  part: string
  /** The media type, if schemas differ by media type; else null. */
  mediaType: string | null
  /** The `description` beside the schemas of several media types. */
  description?: string
  /** The JSON Schema in full form; null if the validator compiler uses another form. */
  schema: unknown
  /** Ids of the shared schemas that it refers to directly. */
  refs: string[]
}

/** A value or provider that a handler or its class gets. */
export interface InspectedInjection {
  /** `parameter 1 of Two.read`, `the constructor of Two`. */
  into: string
  /** The place of the value. */
  kind: 'context value' | 'request value' | 'reply value' | 'provider'
  /** The name of the value or class. */
  name: string
  /** Id of the entry; null: an optional value that is not visible, or a value that guards set. */
  entry: string | null
  /** The guards on the line of the route that set the value; only if no context declares it. */
  givenBy?: string[]
}

/** A value of the route, set by a decorator of `routeValue`. */
export interface InspectedRouteValue {
  /** The name of the value. */
  name: string
  /** The value. */
  value: unknown
  /** Whether OpenAPI documents show it, as `x-<name>`. */
  openapi: boolean
}

/** A guard on the line of a route, with its declarations for OpenAPI documents. */
export interface InspectedGuard {
  /** The name of the class or function. */
  name: string
  /** `static openapi` of its class: `{ security, responses }`; null where it has none. */
  openapi: Record<string, unknown> | null
  /** Names of the request values that it sets (`static provides` of its class). */
  provides: string[]
}

/** One method of a route. */
export interface InspectedRoute {
  /** `GET /two`; the constraints follow, if there are any. */
  id: string
  /** The method. */
  method: string
  /** The path with its prefix. */
  url: string
  /** `Class.method`, or the function's name. */
  handler: string
  /** Whether the server added it: HEAD for a GET route. */
  implicit: boolean
  /** Id of the context in which it was declared. */
  context: string
  /** Its registrants. */
  path: RegistrantPath
  /** Ids of the contexts whose entries it sees, root first. */
  line: string[]
  /**
   * Ids of the values, providers, schemas, parsers, handlers and plugins in effect: those of the line without the
   * shadowed ones.
   */
  sees: string[]
  /** Constraints by strategy. */
  constraints: Record<string, string>
  /** Whether a failed validation sets `request.validationError` instead of failing. */
  attachValidation: boolean
  /** The status of answers for which the handler sets no status. */
  status: number
  /** Keys of the route schema that are not a part: `summary`, `tags`, `hide`, … */
  about: Record<string, unknown>
  /** Route values by name; the nearest one of each name. */
  values: InspectedRouteValue[]
  /** Guards of modules, of the controller and of the method, in this order. */
  guards: InspectedGuard[]
  /** Whether `@Public()` declares that the route needs no guard. */
  isPublic: boolean
  /** The schemas of its requests and answers. */
  schemas: InspectedSchema[]
  /** Values of the query and the headers that the handler takes by name, without a schema. Absent if there are none. */
  unvalidated?: { part: 'querystring' | 'headers'; name: string }[]
  /** The values that its handler and its controller inject. */
  injections: InspectedInjection[]
  /** The stages of each phase, in the order in which they run. */
  stages: InspectedStage[]
}

/** An application as it is after boot. Plain JSON. */
export interface Inspection {
  /** Version of this form. */
  version: 1
  /** Id of the root context. */
  root: string
  /** Parents before children. */
  contexts: InspectedContext[]
  /** In order of registration. */
  routes: InspectedRoute[]
  /** Shared schemas by the id of their entry. */
  sharedSchemas: Record<string, unknown>
}
