import type { Class } from '../../contracts/token.js'
import { contractCodes } from '../../errors/contract-codes.js'
import { locate } from '../../lifecycle/locate.js'
import { downwards } from '../../support/lists.js'
import type { Report, Warn } from '../../support/report.js'
import { isRecord, readProperty } from '../../support/values.js'
import { metadataKeys, ownFacts, ownMetadata } from '../decorators/metadata.js'
import { className, isClass, lineage, memberName } from '../decorators/read-facts.js'
import { token } from '../decorators/tokens.js'
import type { BuildPlan, ContextPlan } from './context-plan.js'
import {
  anywhere,
  enhancers,
  type NestDecorator,
  type NestTable,
  ofSwagger,
  onClasses,
  onMethods,
  onProviderMethods,
  onProviders,
  otherRoute,
  ownParameter,
  parameterDecorators,
  routeDecorators,
  rowOf,
  scopes,
  serializer,
} from './nest-names.js'

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

const swaggerKey = /^swagger\/(\w+)$/

/**
 * Warns of decorators of `@nestjs/swagger` on controllers. They only describe routes, so they do not fail the boot. But
 * the document of alcove does not have them, and shows routes that they exclude.
 */
export function warnOfNestSwagger(contexts: readonly ContextPlan[], warn: Warn): void {
  const controllers = new Set(contexts.flatMap((each) => each.controllers.map(({ Class }) => Class)))
  for (const target of withBases(controllers)) {
    const keys = metadataKeys(target)
    if (keys.some((key) => nestKinds.has(String(key)))) continue // both frameworks use the class
    const all = [...keys, ...methodsOf(target).flatMap(([, method]) => metadataKeys(method))]
    const found = new Set(all.flatMap((key) => swaggerKey.exec(String(key))?.[1] ?? []))
    if (found.size === 0) continue
    const rows = [...found].flatMap((name) => rowOf(ofSwagger, name) ?? [])
    const fixes = rows.map(({ decorator, instead }) => `${instead} for ${decorator}`)
    const fix = fixes.length === 0 ? 'Describe the routes there.' : `Write there ${fixes.join(', ')}.`
    const message = `decorators of @nestjs/swagger have no effect. The document comes from @Schema. ${fix}`
    warn({ subject: className(target), message, place: ownFacts(target).place })
  }
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
    return { got, instead: ownFacts(module).module === null ? `${instead}${ofPackage(name)}` : instead }
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
  const methods = methodsOf(target).flatMap(([key, method]) => {
    const ofMethod = withSerializer(recordedOnMethod(method), method)
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
  if (found.length > 0 && nameOfMixin.test(target.name)) return [{ Class: target, text: mixedIn }]
  const methods = methodsOf(target).flatMap(([key, method]) =>
    placesIn(target, memberName(target, key), recordedIn(onProviderMethods, metadataKeys(method))),
  )
  return [...placesIn(target, className(target), found), ...methods]
}

/** `mixin` of Nest gives its classes random names, and `AuthGuard('jwt')` of its packages is such a class. */
const nameOfMixin = /^[\da-f]{21}$/
const mixedIn =
  "a class that mixin() of Nest made, such as AuthGuard('jwt'): write a guard class with canActivate(request, reply)"

/** The own methods of a class, without accessors. */
function methodsOf({ prototype }: Class): [key: string, method: object][] {
  return Object.getOwnPropertyNames(prototype).flatMap((key): [string, object][] => {
    const value: unknown = Object.getOwnPropertyDescriptor(prototype, key)?.value
    return typeof value === 'function' && key !== 'constructor' ? [[key, value]] : []
  })
}

const nestKinds: ReadonlySet<string> = new Set(['__controller__', 'imports', 'providers', 'controllers', 'exports'])

function placesIn(target: Class, name: string, found: readonly NestDecorator[]): Place[] {
  if (found.length === 0) return []
  const each = new Map(found.map(({ decorator, instead }) => [decorator, instead]))
  return [...each].map(([decorator, instead]) => ({ Class: target, text: `${decorator} on ${name}: ${instead}` }))
}

function recordedIn(table: NestTable, keys: readonly unknown[]): NestDecorator[] {
  return keys.flatMap((key) => rowOf(table, key) ?? [])
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
