import type { Class } from '../../contracts/token.js'
import { contractCodes } from '../../errors/contract-codes.js'
import { locate } from '../../lifecycle/locate.js'
import { downwards } from '../../support/lists.js'
import type { Report } from '../../support/report.js'
import { isRecord, readProperty } from '../../support/values.js'
import { metadataKeys, ownFacts, ownMetadata } from '../decorators/metadata.js'
import { className, isClass, lineage, memberName } from '../decorators/read-facts.js'
import { token } from '../decorators/tokens.js'
import type { BuildPlan, ContextPlan } from './context-plan.js'

/** A declaration for Nest on a class, or in the lists of a module. */
interface Place {
  readonly Class: Class
  readonly text: string
}

/**
 * Refuses decorators and tokens of Nest on classes of alcove, because alcove does not read them. One error lists all of
 * them.
 */
export function checkNestDecorators(root: ContextPlan, report: Report): void {
  const classes = new Set<Class>()
  const provided = new Set<Class>()
  const enhancing: Place[] = []
  for (const context of downwards(root)) {
    for (const { node } of context.members) classes.add(node.Class)
    for (const { Class } of context.controllers) classes.add(Class)
    addClasses(context.providers, provided)
    addClasses(context.guards, provided)
    if (context.providers.size > 0) enhancing.push(...enhancersOf(context))
  }
  const found = [
    ...withBases(classes).flatMap(placesOnClass),
    ...withBases(provided).flatMap((each) => (classes.has(each) ? [] : placesOnProvider(each))),
    ...enhancing,
  ]
  const [first] = found
  if (first === undefined) return
  const error = new contractCodes.ALC_ERR_NEST_DECORATOR(found.map(({ text }) => text))
  locate(error, ownFacts(first.Class).place, className(first.Class))
  report(error)
}

function addClasses(plans: ReadonlyMap<unknown, BuildPlan>, classes: Set<Class>): void {
  if (plans.size === 0) return // most contexts have no plans
  for (const { recipe } of plans.values()) if (recipe.how === 'class') classes.add(recipe.Class)
}

/**
 * A hint for a class that alcove does not know. It names the decorator of Nest that makes the class a controller or
 * module. Null if the class has none. Its other decorators have no effect before this decorator is replaced.
 */
export function nestHint(target: Class): string | null {
  const [first] = recordedIn(
    onClasses,
    metadataKeys(target).filter((key) => nestKinds.has(String(key))),
  )
  return first === undefined ? null : `It has ${first.decorator} of @nestjs/common. Instead, ${first.instead}`
}

/** The advice for a module that Nest or a package of Nest decorates. */
export function ofPackage(name: string): string {
  return `. If ${name} is of a package of Nest, remove it, and provide its services yourself`
}

/** Describes an object of Nest in a list of a module, with the replacement for it; null for another value. */
export function nestEntry(entry: unknown): { readonly got: string; readonly instead: string } | null {
  if (!isRecord(entry)) return null
  const { module, provide } = entry
  if (isClass(module)) {
    const name = className(module)
    const got = `a dynamic module of Nest, { module: ${name} }`
    const instead = `${name}, or use(${name}, options), whose method configure(instance, options) gets the options. List its providers and controllers in the @Module of ${name}`
    return { got, instead: nestHint(module) === null ? instead : `${instead}${ofPackage(name)}` }
  }
  if (!Object.hasOwn(entry, 'provide')) return null
  const asked = typeof provide === 'string' ? `'${provide}'` : isClass(provide) ? className(provide) : String(provide)
  const how = ['useValue', 'useClass', 'useFactory', 'useExisting'].find((key) => Object.hasOwn(entry, key))
  const got = `a provider object of Nest, { provide${how === undefined ? '' : `, ${how}`} }`
  return { got, instead: `provide(${asked}, ${optionsInstead[how ?? ''] ?? '{ useValue }'}) of alcove` }
}

/** The second argument of `provide`, by the key of a provider object of Nest. */
const optionsInstead: Readonly<Record<string, string>> = {
  useClass: '{ useClass }',
  useFactory: '{ useFactory | useAsync, inject }',
  useExisting: '{ useFactory: (other) => other, inject: [TheOther] }',
}

function withBases(classes: ReadonlySet<Class>): Class[] {
  const all = new Set<Class>()
  for (const each of classes) for (const Current of lineage(each)) all.add(Current)
  return [...all]
}

/**
 * The places on a class. A class that both frameworks decorate as a controller or module works with both, so it has no
 * places.
 */
function placesOnClass(target: Class): Place[] {
  const keys = metadataKeys(target)
  const { controller, module } = ownFacts(target)
  if ((controller !== null || module !== null) && keys.some((key) => nestKinds.has(String(key)))) return []
  const members = Object.getOwnPropertyNames(target.prototype)
  if (keys.length === 0 && members.length === 1) return [] // only the constructor: most modules
  const methods = members.flatMap((key) => {
    const value: unknown = Object.getOwnPropertyDescriptor(target.prototype, key)?.value
    if (typeof value !== 'function' || key === 'constructor') return []
    const ofMethod = withSerializer(recordedOnMethod(value), value)
    const found = [...ofMethod, ...recordedIn(onMethods, metadataKeys(target, key))]
    return placesIn(target, memberName(target, key), [...found, ...recordedOnParameters(target, key)])
  })
  return [...placesIn(target, className(target), withSerializer(recordedIn(onClasses, keys), target)), ...methods]
}

/**
 * The places on a provider. Nest's `@Injectable` is a place only with a scope. A class with `@Injectable` of both
 * frameworks has no places.
 */
function placesOnProvider(target: Class): Place[] {
  const keys = metadataKeys(target)
  const isForBoth = ownFacts(target).injectable !== null && keys.includes('__injectable__')
  if (isForBoth) return []
  const scope = scopes[Number(readProperty(ownMetadata('scope:options', target), 'scope'))] ?? null
  const found = [...(scope === null ? [] : [scope]), ...recordedIn(onProviders, keys)]
  return placesIn(target, className(target), found)
}

const nestKinds: ReadonlySet<string> = new Set(['__controller__', 'imports', 'providers', 'controllers', 'exports'])

function placesIn(target: Class, name: string, found: readonly NestDecorator[]): Place[] {
  if (found.length === 0) return []
  const each = new Map(found.map(({ decorator, instead }) => [decorator, instead]))
  return [...each].map(([decorator, instead]) => ({ Class: target, text: `${decorator} on ${name}: ${instead}` }))
}

function recordedIn(table: NestTable, keys: readonly unknown[]): NestDecorator[] {
  return keys.flatMap((key) => (typeof key === 'string' && Object.hasOwn(table, key) ? table[key]! : []))
}

/** Names the interceptor of Nest that filters responses: without it, `@Exclude` has no effect. */
function withSerializer(found: NestDecorator[], holder: object): NestDecorator[] {
  const given = ownMetadata('__interceptors__', holder)
  const others = Array.isArray(given) ? given.filter((each) => !isSerializer(each)) : []
  if (!Array.isArray(given) || others.length === given.length) return found
  return [...found.filter((each) => each !== anywhere.__interceptors__ || others.length > 0), serializer]
}

function isSerializer(interceptor: unknown): boolean {
  const Class: unknown = isClass(interceptor) ? interceptor : readProperty(interceptor, 'constructor')
  return isClass(Class) && lineage(Class).some(({ name }) => name === 'ClassSerializerInterceptor')
}

function recordedOnMethod(method: object): NestDecorator[] {
  const keys = metadataKeys(method)
  const found = recordedIn(onMethods, keys)
  // `method` alone is a common word that other libraries may use; `@Sse` records one too.
  if (!keys.includes('method') || !keys.includes('path') || keys.includes('__sse__')) return found
  return [...found, routeDecorators[Number(ownMetadata('method', method))] ?? otherRoute]
}

/** Nest's keys are `3:0`: kind and index. Keys of an application's own decorators begin with a name. */
function recordedOnParameters(target: Class, key: string): NestDecorator[] {
  const recorded = ownMetadata('__routeArguments__', target, key)
  if (!isRecord(recorded)) return []
  return Object.keys(recorded)
    .sort((one, other) => indexIn(one) - indexIn(other))
    .map((name) => parameterDecorators[Number(name.slice(0, name.indexOf(':')))] ?? ownParameter)
}

function indexIn(name: string): number {
  return Number(name.slice(name.lastIndexOf(':') + 1))
}

function enhancersOf({ providers }: ContextPlan): Place[] {
  return Object.entries(enhancers).flatMap(([name, instead]) => {
    const plan = providers.get(token(name).key)
    if (plan === undefined) return []
    const { Class } = plan.module
    return { Class, text: `${name} in the providers of ${className(Class)}: ${instead}` }
  })
}

// The metadata of the decorators of `@nestjs/common` on classes and methods, by key, with their replacements in alcove.
// A test compares the tables with the package.

/** A decorator of Nest, and its replacement. */
export interface NestDecorator {
  readonly decorator: string
  readonly instead: string
}

export type NestTable = Readonly<Record<string, NestDecorator>>

const row = (decorator: string, instead: string): NestDecorator => ({ decorator, instead })

const own = (name: string): NestDecorator => row(`@${name}`, `import ${name} from alcove`)

const anywhere: NestTable = {
  __guards__: row('@UseGuards', 'write @Guard'),
  __pipes__: row('@UsePipes', 'give the parameter a schema, such as @Body(schema)'),
  __interceptors__: row('@UseInterceptors', 'write @Around'),
  __exceptionFilters__: row('@UseFilters', 'write a method with @ErrorHandler(Type)'),
  __version__: row('@Version', 'write the route option constraints: { version }'),
  'class_serializer:options': row('@SerializeOptions', 'write a response schema with @Schema'),
}

const serializer = row(
  '@UseInterceptors(ClassSerializerInterceptor)',
  'write a response schema with @Schema, because @Exclude has no effect',
)

const injected: NestTable = {
  'self:paramtypes': own('Inject'),
  'optional:paramtypes': row('@Optional', 'inject Token.optional'),
  'self:properties_metadata': row('@Inject on properties', 'inject into the constructor'),
  'optional:properties_metadata': row('@Optional on properties', 'inject Token.optional into the constructor'),
}

/** Decorators of providers and guards. */
export const onProviders: NestTable = {
  ...injected,
  __catch__: row('@Catch', 'write a method with @ErrorHandler(Type) in a module or controller'),
}

/** Decorators of modules and controllers. */
export const onClasses: NestTable = {
  ...anywhere,
  ...onProviders,
  '__module:global__': row('@Global', 'declare its providers in the root module'),
  __controller__: own('Controller'),
  imports: own('Module'),
  providers: own('Module'),
  controllers: own('Module'),
  exports: row('@Module', 'import Module from alcove, with offers instead of exports'),
}

export const onMethods: NestTable = {
  ...anywhere,
  __httpCode__: row('@HttpCode', 'write @Status'),
  __headers__: row('@Header', 'call reply.header, or return answer(status, body, headers)'),
  __redirect__: row('@Redirect', 'call reply.redirect'),
  __renderTemplate__: row('@Render', 'call reply.view of @fastify/view'),
  __sse__: row('@Sse', 'return a stream'),
}

/** Route decorators by the number that Nest records for the method. */
export const routeDecorators: readonly NestDecorator[] = [
  ...['Get', 'Post', 'Put', 'Delete', 'Patch', 'All', 'Options', 'Head'].map(own),
]

/** The decorators of Nest with other numbers: methods of WebDAV, and later methods. */
export const otherRoute = row('a route decorator', 'write @Route({ method, path }) of alcove')

/** Parameter decorators by the number that Nest records for the kind of the parameter. */
export const parameterDecorators: readonly NestDecorator[] = [
  own('Req'),
  row('@Res', 'write @Rep'),
  row('@Next', 'return the answer, or throw'),
  own('Body'),
  own('Query'),
  own('Param'),
  own('Headers'),
  row('@Session', 'read request.session of @fastify/session'),
  row('@UploadedFile', 'call request.file() of @fastify/multipart'),
  row('@UploadedFiles', 'call request.files() of @fastify/multipart'),
  row('@HostParam', 'read request.hostname'),
  row('@Ip', 'read request.ip'),
  row('@RawBody', 'add a parser with parseAs: "buffer" that keeps the text'),
  row('@Ack', 'answer on the socket'),
  row('@Cookies', 'read request.cookies of @fastify/cookie'),
  row('@SignedCookies', 'call request.unsignCookie of @fastify/cookie'),
]

/** The parameter decorators of Nest with other numbers, such as `@SseSignal`. */
export const ownParameter = row('a decorator of createParamDecorator', 'write it with paramOf')

/** The scopes of Nest with more than one object, by the number of Nest's `Scope`. */
export const scopes: readonly (NestDecorator | null)[] = [
  null,
  row(
    '@Injectable({ scope: Scope.TRANSIENT })',
    "import Injectable from alcove and write @Injectable({ scope: 'transient' })",
  ),
  row(
    '@Injectable({ scope: Scope.REQUEST })',
    "import Injectable from alcove and write @Injectable({ scope: 'request' })",
  ),
]

/** Tokens of `@nestjs/core` that Nest reads among the providers. */
export const enhancers: Readonly<Record<string, string>> = {
  APP_GUARD: 'write @Guard on the module',
  APP_PIPE: 'give parameters a schema, such as @Body(schema)',
  APP_INTERCEPTOR: 'write @Around on the module',
  APP_FILTER: 'write a method with @ErrorHandler in the module',
}
