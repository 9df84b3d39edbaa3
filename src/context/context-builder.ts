import type { AroundFunction } from '../contracts/around.js'
import type { HookName, Hooks } from '../contracts/hooks.js'
import type { Instance } from '../contracts/instance.js'
import type { LogSerializer } from '../contracts/logger.js'
import type { ChildLoggerFactory, ErrorHandler, Handler, NotFoundOptions } from '../contracts/route.js'
import type {
  SchemaControllerOptions,
  SchemaErrorFormatter,
  SerializerCompiler,
  StrictResponses,
  ValidatorCompiler,
} from '../contracts/schema.js'
import { append, copyLifecycleHooks, createHookLists, type HookLists, noHooks } from '../lifecycle/hook-registry.js'
import type { DeclaredValue, RegistrantLink } from '../lifecycle/provenance.js'
import { ParserRegistry } from '../parsers/parser-registry.js'
import { policies } from '../support/as-fastify.js'
import { added, downwards, noItems } from '../support/lists.js'
import type { Decoration, ReadonlyDecorations } from './decorations.js'
import type { Registration, RouteDeclaration } from './registration.js'
import { SchemaStore } from './schema-store.js'

/** Serializes the payload of an answer in place of the default serializer (`setReplySerializer`). */
export type ReplySerializer = (payload: unknown, statusCode: number) => string

export type GenerateId = (req: never) => string

/** Most contexts have no decorations. They share this empty map. */
const none: ReadonlyDecorations = new Map()

/** The values with which a context builder begins. */
export interface BuilderStart {
  name: string
  /** The full prefix, which begins with the prefixes of the ancestors. */
  prefix: string
  schemaController: SchemaControllerOptions | null
  /** The registrant for which the context was made. */
  opener: RegistrantLink
}

/**
 * A context while plugins load. It contains only its own registrations and looks up inherited values. `sealContexts`
 * computes the inherited values once, after all registrations.
 */
export class ContextBuilder {
  children: readonly ContextBuilder[] = noItems
  /**
   * Names of wrapped plugins that registered into this context. The plugin of the context itself is not in the list.
   */
  wrappedPlugins: readonly string[] = noItems
  /**
   * Names of registered plugins, for `hasPlugin` and dependencies. A new context copies the list of its parent, then
   * appends its own plugins.
   */
  registered: readonly string[] = noItems
  hooks: HookLists
  requestDecorations: ReadonlyDecorations
  replyDecorations: ReadonlyDecorations
  /** Functions around the handlers of the routes of this context and its descendants, the outermost first. */
  arounds: readonly AroundFunction[] = noItems
  routes: readonly RouteDeclaration[] = noItems
  registrations: readonly Registration[] = noItems
  #failed: Set<string> | null = null
  /**
   * Whether a declaration of a module failed in this context. The boot continues, so that it finds further problems.
   */
  isIncomplete = false
  #parsers: ParserRegistry | null = null
  #schemas: SchemaStore | null = null
  schemaController: SchemaControllerOptions | null = null
  errorHandler: ErrorHandler | null = null
  notFound: { handler: Handler; options: NotFoundOptions } | null = null
  validatorCompiler: ValidatorCompiler | null = null
  serializerCompiler: SerializerCompiler | null = null
  schemaErrorFormatter: SchemaErrorFormatter | null = null
  replySerializer: ReplySerializer | null = null
  strictResponses: StrictResponses | null = null
  /** The route values of its modules and of those above. Null: as the parent. */
  routeValues: readonly DeclaredValue[] | null = null
  childLoggerFactory: ChildLoggerFactory | null = null
  genReqId: GenerateId | null = null
  logLevel = ''
  logSerializers: Record<string, LogSerializer> | null = null

  readonly opener: RegistrantLink
  readonly name: string
  readonly prefix: string

  constructor(
    readonly parent: ContextBuilder | null,
    readonly instance: Instance,
    start: BuilderStart,
  ) {
    if (policies.inheritsWhenMade) this.hooks = parent === null ? createHookLists() : copyLifecycleHooks(parent.hooks)
    else this.hooks = noHooks
    const above = policies.inheritsWhenMade ? parent : null
    this.requestDecorations = above?.requestDecorations ?? none
    this.replyDecorations = above?.replyDecorations ?? none
    this.name = start.name
    this.prefix = start.prefix
    this.opener = start.opener
    if (parent !== null && parent.registered.length > 0) this.registered = [...parent.registered]
    this.schemaController = start.schemaController
    // A context without a bucket stores its schemas itself. It looks up other schemas in its ancestors.
    const inherited = above?.nearest((each) => each.schemaController?.bucket ?? null) ?? null
    const bucket = start.schemaController?.bucket ?? inherited
    if (bucket !== null) this.#schemas = new SchemaStore(start.name, parent?.schemas ?? null, bucket)
    if (parent !== null) parent.children = added<ContextBuilder>(parent.children, this)
  }

  /**
   * Names of the plugins that registered into this context, its own plugin first. Plugins expect the name `fastify` for
   * a root.
   */
  get pluginNames(): readonly string[] {
    return [this.parent === null ? 'fastify' : this.name, ...this.wrappedPlugins]
  }

  /** Created at the first use: most contexts set no parsers. */
  get parsers(): ParserRegistry {
    this.#parsers ??= new ParserRegistry(this.parent?.parsers ?? null)
    return this.#parsers
  }

  /** The context's own parsers; null until the first use of `parsers`. */
  get ownParsers(): ParserRegistry | null {
    return this.#parsers
  }

  /** Created at the first use: most contexts have no schemas of their own. */
  get schemas(): SchemaStore {
    this.#schemas ??= new SchemaStore(this.name, this.parent?.schemas ?? null, null)
    return this.#schemas
  }

  set schemas(store: SchemaStore) {
    this.#schemas = store
  }

  /** Whether the context keeps its schemas in a bucket of the application (`schemaController.bucket`). */
  get hasBucket(): boolean {
    return this.#schemas?.hasBucket === true
  }

  /** The store of the context's own schemas; null if the context has no own schema. */
  get ownSchemas(): SchemaStore | null {
    return this.#schemas === null || this.#schemas.isEmpty ? null : this.#schemas
  }

  record(registration: Registration): void {
    this.registrations = added(this.registrations, registration)
  }

  addRoute(route: RouteDeclaration): void {
    this.routes = added(this.routes, route)
  }

  removeRoute(route: RouteDeclaration): void {
    const own = this.routes as RouteDeclaration[] // `added` made a mutable list
    own.splice(own.indexOf(route), 1)
  }

  addAround(around: AroundFunction): void {
    this.arounds = added(this.arounds, around)
  }

  addHook<N extends HookName>(name: N, hook: Hooks[N]): void {
    if (this.hooks === noHooks) this.hooks = createHookLists()
    append(this.hooks, name, [hook])
  }

  /** Reads a value from this context or its nearest ancestor that has the value. */
  nearest<T>(read: (builder: ContextBuilder) => T | null): T | null {
    const own = read(this)
    return own !== null || this.parent === null ? own : this.parent.nearest(read)
  }

  seesPlugin(name: string): boolean {
    return this.pluginNames.includes(name) || this.seesRegistered(name)
  }

  private seesRegistered(name: string): boolean {
    return this.registered.includes(name) || (this.parent?.seesRegistered(name) ?? false)
  }

  seesRequestDecoration(name: string | symbol): boolean {
    return this.requestDecorations.has(name) || (this.parent?.seesRequestDecoration(name) ?? false)
  }

  seesReplyDecoration(name: string | symbol): boolean {
    return this.replyDecorations.has(name) || (this.parent?.seesReplyDecoration(name) ?? false)
  }

  /**
   * Whether a context with this prefix has a not-found handler. The search begins at the topmost ancestor that shares
   * the prefix.
   */
  hasNotFoundHandler(): boolean {
    if (this.parent !== null && this.parent.prefix === this.prefix) return this.parent.hasNotFoundHandler()
    return downwards<ContextBuilder>(this).some(({ notFound, prefix }) => notFound !== null && prefix === this.prefix)
  }

  /**
   * Names of plugins and providers that failed to register in this context. The boot continues, so that it finds
   * further problems.
   */
  get failed(): Set<string> {
    this.#failed ??= new Set()
    return this.#failed
  }

  get isWhole(): boolean {
    return !this.isIncomplete && (this.#failed === null || this.#failed.size === 0)
  }

  /** Names of failed registrants in this context and its ancestors, the nearest first. Their entries are missing. */
  failedAbove(): readonly string[] {
    const above = this.parent?.failedAbove() ?? []
    return this.#failed === null ? above : [...this.#failed, ...above]
  }

  /** Copies the map for each decoration, because contexts of the drop-in begin with the map of their parent. */
  decorateMessage(what: 'request' | 'reply', name: string | symbol, decoration: Decoration): void {
    if (what === 'request') this.requestDecorations = new Map(this.requestDecorations).set(name, decoration)
    else this.replyDecorations = new Map(this.replyDecorations).set(name, decoration)
  }

  /** The names of the contexts from the root to this one, for messages. */
  get path(): string {
    return this.parent === null ? this.name : `${this.parent.path} > ${this.name}`
  }
}
