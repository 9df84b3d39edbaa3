import type { Contribution } from '../../contracts/collection.js'
import type { PluginSource } from '../../contracts/plugin.js'
import type { Provider } from '../../contracts/provider.js'
import type {
  SchemaErrorFormatter,
  SerializerCompiler,
  SharedSchema,
  StrictResponses,
  ValidatorCompiler,
} from '../../contracts/schema.js'
import type { Class, Decoration, InjectToken } from '../../contracts/token.js'
import { isList, noItems } from '../../support/lists.js'
import { isRecord } from '../../support/values.js'
import { checkArguments } from './check-arguments.js'
import { classDecorator, knownNames, misuse, wrongArgument } from './decorator.js'
import type { ClassDecoratorFunction } from './decorator-types.js'
import { type InjectingClassDecorator, type InjectOption, injectingDecorator } from './inject-list.js'
import type { CollectedList, ImportEntry, ImportThunk, ModuleFact, OfferedToken, UseOf } from './module-fact.js'

/**
 * The value of `decorate`, `decorateRequest` and `decorateReply`: a record by name, or a list of
 * `Token.is`/`Token.from`.
 */
export type DecorationsOption<K extends 'context' | 'request' | 'reply'> =
  | Readonly<Record<string, unknown>>
  | readonly Decoration<K>[]

/** The provider object of Nest, which boot refuses. No value has this type, so the compiler shows the sentence. */
export interface ProviderOfNest
  extends Partial<Record<'useClass' | 'useValue' | 'useFactory' | 'useExisting', unknown>> {
  readonly provide: 'Nest: write provide(token, { useClass }) with `provide` of alcove'
  readonly inject?: unknown
  readonly scope?: unknown
}

/** Options of `@Module` (docs/guide/modules-and-contexts.md). The order of the keys has no meaning. */
export interface ModuleOptions extends InjectOption {
  /** Path prefix of all routes in this context and below. A wrapped module cannot have one. */
  prefix?: string
  /** Child modules: classes, `use(Class, options)`, or functions that return these for later declarations. */
  imports?: readonly ImportEntry[] | ImportThunk
  /** Classes with routes, in this context. */
  controllers?: readonly Class[]
  /** Classes, `provide(…)` and `Collection.add(…)`: one instance in this context, visible here and below. */
  providers?: readonly (Provider | Contribution | ProviderOfNest)[]
  /**
   * Collections, and decorators of `memberDecorator`, that this module injects. It collects the contributions of this
   * context and below (docs/guide/collections.md).
   */
  collects?: readonly CollectedList[]
  /**
   * Providers that are also visible one level up, as the same objects (docs/guide/offers.md). A provider belongs to
   * this module, or another module offers it to this one.
   */
  offers?: readonly OfferedToken[]
  /** `shared($id, schema)`, or schemas with an `$id` (docs/guide/shared-schemas.md). */
  schemas?: readonly SharedSchema[]
  /** Properties of the instance, here and below. */
  decorate?: DecorationsOption<'context'>
  /** Properties of every request, here and below (docs/guide/injection.md). */
  decorateRequest?: DecorationsOption<'request'>
  /** Properties of every reply, here and below. */
  decorateReply?: DecorationsOption<'reply'>
  /** Plugin functions, awaited in order: `fn`, or `use(fn, options)`. */
  plugins?: readonly (PluginSource | UseOf<PluginSource>)[]
  /** As `setValidatorCompiler` (docs/guide/validators.md). */
  validatorCompiler?: ValidatorCompiler
  /** As `setSerializerCompiler` (docs/guide/serialization.md). */
  serializerCompiler?: SerializerCompiler
  /** As `setSchemaErrorFormatter` (docs/guide/validation.md). */
  schemaErrorFormatter?: SchemaErrorFormatter
  /**
   * Selects the undeclared answers (without a response schema) that the server refuses, for the controllers of this
   * module and below.
   */
  strictResponses?: StrictResponses
  /** Each route of a controller in this context and below must have a guard on its line, or `@Public()`. */
  guarded?: boolean
}

/**
 * Makes the class an encapsulation context (docs/guide/modules-and-contexts.md): a child of the module that imports it.
 * Its methods may have `@Hook`, `@ErrorHandler`, `@NotFoundHandler` and `@SchemaErrorFormatter`. A method
 * `configure(instance, options)` is the body of a plugin function.
 */
export function Module<const D extends readonly InjectToken[] | undefined = undefined>(
  options?: ModuleOptions & InjectOption<D>,
): InjectingClassDecorator<D>
export function Module<const D extends readonly InjectToken[] | undefined>(
  options: ModuleOptions & InjectOption<D> = {},
  ...further: never[]
): InjectingClassDecorator<D> {
  checkArguments('Module', [options, ...further])
  const read = (where: string) => ({ fact: moduleFact(where, options), inject: options.inject })
  return injectingDecorator<'module', D>('Module', 'module', read)
}

/**
 * Removes the module's own context (docs/guide/wrapping.md). All its registrations are added to the context of the
 * module that imports it, exactly one level up.
 */
export function PluginWrapped(): ClassDecoratorFunction
export function PluginWrapped(...given: []): ClassDecoratorFunction {
  checkArguments('PluginWrapped', given)
  return classDecorator('PluginWrapped', () => ({ wrapped: true }))
}

function moduleFact(name: string, options: ModuleOptions): ModuleFact {
  checkOption(name, isRecord(options), options, 'an object of options')
  const { prefix = '', imports = [] } = options
  checkOption(name, typeof prefix === 'string', prefix, 'a string as prefix')
  checkUnknownKeys(name, options)
  return Object.freeze({
    prefix,
    imports: typeof imports === 'function' ? [imports] : checkList(name, 'imports', imports),
    controllers: checkList(name, 'controllers', options.controllers),
    // Boot refuses every entry of another type.
    providers: checkList(name, 'providers', options.providers as ModuleFact['providers'] | undefined),
    collects: checkList(name, 'collects', options.collects),
    offers: checkList(name, 'offers', options.offers),
    schemas: checkList(name, 'schemas', options.schemas),
    decorate: decorations(name, 'decorate', 'context', options.decorate),
    decorateRequest: decorations(name, 'decorateRequest', 'request', options.decorateRequest),
    decorateReply: decorations(name, 'decorateReply', 'reply', options.decorateReply),
    plugins: checkList(name, 'plugins', options.plugins),
    validatorCompiler: checkFunction(name, 'validatorCompiler', options.validatorCompiler),
    serializerCompiler: checkFunction(name, 'serializerCompiler', options.serializerCompiler),
    schemaErrorFormatter: checkFunction(name, 'schemaErrorFormatter', options.schemaErrorFormatter),
    strictResponses: checkStrict(name, options.strictResponses),
    guarded: checkGuarded(name, options.guarded),
  })
}

/** The options that servers do not have. */
export const onlyOfModules = [
  'prefix',
  'imports',
  'controllers',
  'providers',
  'collects',
  'offers',
  'schemas',
  'decorate',
  'decorateRequest',
  'decorateReply',
  'plugins',
  'guarded',
  'inject',
] as const

const known: ReadonlySet<string> = new Set<keyof ModuleOptions>([
  ...onlyOfModules,
  'validatorCompiler',
  'serializerCompiler',
  'schemaErrorFormatter',
  'strictResponses',
])

/** Options of Nest's modules. */
const namesOfNest: Readonly<Record<string, string>> = {
  exports: 'offers: [TheProvider], which makes a provider of the module visible one level up',
  global: 'no such option. List the providers in a module above those that need them',
}

/** Refuses unknown options, because a module with a misspelt option would silently lack the entries of the option. */
function checkUnknownKeys(name: string, options: object): void {
  const unknown = Object.keys(options).find((key) => !known.has(key))
  if (unknown === undefined) return
  const wanted = namesOfNest[unknown] ?? knownNames(unknown, [...known])
  throw misuse('ALC_ERR_DECORATOR_ARGUMENT', 'Module', name, `option ${unknown}`, wanted)
}

function decorations<K extends 'context' | 'request' | 'reply'>(
  name: string,
  option: string,
  kind: K,
  given: DecorationsOption<K> = noItems,
): readonly Decoration<K>[] {
  if (given === noItems) return noItems
  if (isList(given)) {
    // A token has the kind too, but declares nothing.
    const stray = given.findIndex((entry) => entry?.kind !== kind || !('how' in entry))
    const maker = kind === 'context' ? 'contextValue' : `${kind}Value`
    checkOption(name, stray === -1, given[stray], `entries of ${maker}<T>(name).is(value) in ${option}`)
    return Object.freeze([...given])
  }
  checkOption(name, isRecord(given), given, `a record by name, or a list of Token.is(value), in ${option}`)
  return Object.entries(given).map(([key, value]) => Object.freeze({ kind, name: key, how: 'recorded', value }))
}

function checkList<T>(name: string, option: string, given: readonly T[] = noItems): readonly T[] {
  if (given === noItems) return noItems
  checkOption(name, Array.isArray(given), given, `a list in ${option}`)
  return Object.freeze([...given])
}

function checkFunction<F>(name: string, option: string, given: F | undefined): F | null {
  checkOption(name, given === undefined || typeof given === 'function', given, `a function as ${option}`)
  return given ?? null
}

function checkStrict(name: string, given: StrictResponses | undefined): StrictResponses | null {
  const isKnown = given === undefined || given === 'all' || typeof given === 'boolean'
  checkOption(name, isKnown, given, "true, false or 'all' as strictResponses")
  return given ?? null
}

function checkGuarded(name: string, given = false): boolean {
  checkOption(name, typeof given === 'boolean', given, 'true or false as guarded')
  return given
}

function checkOption(name: string, holds: boolean, given: unknown, wanted: string): void {
  if (holds) return
  throw wrongArgument('Module', name, given, wanted)
}
