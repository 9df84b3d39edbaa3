import type { Collection, Contribution } from '../../contracts/collection.js'
import type { PluginOptions, PluginSource } from '../../contracts/plugin.js'
import type { Provider } from '../../contracts/provider.js'
import type {
  SchemaErrorFormatter,
  SerializerCompiler,
  SharedSchema,
  StrictResponses,
  ValidatorCompiler,
} from '../../contracts/schema.js'
import type { Class, ClassToken, Decoration, Token } from '../../contracts/token.js'

// The fact of `@Module`.

/** `use(target, options)`: a plugin or a module with its options. */
export interface UseOf<T> {
  /** Marks the entry among others. */
  readonly kind: 'use'
  /** The plugin or module. */
  readonly target: T
  /** The options, or a function that computes them from the instance. */
  readonly options: PluginOptions | ((instance: never) => PluginOptions)
}

/** A child module. An import through a cycle of files is `undefined`. */
export type ImportEntry = Class | UseOf<Class> | ImportThunk | undefined
/** Called after all files have loaded. */
export type ImportThunk = () => ImportEntry | readonly ImportEntry[]

/** The token of a provider in `offers`. */
export type OfferedToken = ClassToken | Token<unknown, 'provider'> | string | symbol

/** The entries of `collects`: a collection, or a decorator of `memberDecorator`. */
export type CollectedList = Collection | MemberCollection

/** A decorator of `memberDecorator`, as the list of its methods. */
export interface MemberCollection {
  /** The name of the decorator. */
  readonly name: string
  /** The token of the list, for `@Inject`. */
  members(): Token<readonly unknown[], 'provider'>
}

/** The options of `@Module`, with records turned into lists. */
export interface ModuleFact {
  readonly prefix: string
  readonly imports: readonly ImportEntry[]
  readonly controllers: readonly (Class | undefined)[]
  readonly providers: readonly (Provider | Contribution | undefined)[]
  readonly collects: readonly (CollectedList | undefined)[]
  readonly offers: readonly (OfferedToken | undefined)[]
  readonly schemas: readonly SharedSchema[]
  readonly decorate: readonly Decoration<'context'>[]
  readonly decorateRequest: readonly Decoration<'request'>[]
  readonly decorateReply: readonly Decoration<'reply'>[]
  readonly plugins: readonly (PluginSource | UseOf<PluginSource>)[]
  readonly validatorCompiler: ValidatorCompiler | null
  readonly serializerCompiler: SerializerCompiler | null
  readonly schemaErrorFormatter: SchemaErrorFormatter | null
  readonly strictResponses: StrictResponses | null
  /** Whether each route of a controller here and below must have a guard or `@Public`. */
  readonly guarded: boolean
}
