import type { Instance } from '../../contracts/instance.js'
import type { PluginOptions, PluginSource } from '../../contracts/plugin.js'
import type { Class } from '../../contracts/token.js'
import { describeValue, isCallable, isRecord, isThenable } from '../../support/values.js'
import { refuseFurther } from './check-arguments.js'
import { wrongDeclaration } from './decorator.js'
import type { UseOf } from './module-fact.js'

/**
 * A plugin function with options of type O. The instance has a loose type, because plugins of the ecosystem declare
 * Fastify's type.
 */
// biome-ignore lint/suspicious/noExplicitAny: a plugin of the ecosystem names its own instance type
export type PluginTaking<O> = (instance: any, options: O, done: any) => unknown

/** Options of a module, for its `configure`. `prefix` is added before the paths of its routes. */
export type ModuleOptionsOfUse = PluginOptions & { prefix?: string }

/** The parameters of `use` for a module whose `configure` declares no options. */
type AnyOptions = [options?: ModuleOptionsOfUse | ((instance: Instance) => ModuleOptionsOfUse)]

/**
 * A plugin or a module with options (docs/guide/plugins.md): `plugins: [use(bearerAuth, { keys })]`,
 * `imports: [use(Users, { prefix: '/v1' })]`. The options may be a function of the instance.
 */
export function use<M extends Class>(module: M, ...options: ModuleOptionsOf<M>): UseOf<Used<M>>
// Before the next overload: if options may be functions (@fastify/cors), a parameter of a function has no type there.
export function use<O>(plugin: SourceTaking<O>, options: NoInfer<(instance: Instance) => O>): UseOf<PluginSource>
export function use<O>(
  plugin: SourceTaking<O>,
  // One NoInfer contains the union: a union of several would refuse options that are a union themselves
  // (@fastify/cors).
  ...options: OptionsOf<NoInfer<O | (O & { prefix?: string }) | ((instance: never) => O)>, O>
): UseOf<PluginSource>
// The compiler reports the last overload, so this one names the options. It accepts no call that the others refuse. The
// parameter repeats the constraint, so that a plugin never matches it in the compiler's first round, before the others.
export function use<T extends Class | SourceTaking<never>>(
  target: T & (Class | SourceTaking<never>),
  ...options: T extends Class ? ModuleOptionsOf<T> : PluginOptionsOf<T>
): UseOf<T>
export function use(target: unknown, ...[options = {}, ...further]: unknown[]): UseOf<unknown> {
  if (!isSource(target)) {
    const wanted = 'a module class or a plugin function. For a class that is not loaded yet, write () => [use(…)]'
    throw wrongDeclaration('use(…)', target, wanted)
  }
  const call = `use(${nameOf(target) || '…'}, …)`
  refuseFurther(call, [target, options, ...further], 2, 'The prefix is a key of the options')
  if (!areOptions(options)) {
    throw wrongDeclaration(call, options, 'an object of options')
  }
  return Object.freeze({ kind: 'use', target, options })
}

/** Whether an entry of a module was made by `use`. */
export function isUse(entry: unknown): entry is UseOf<unknown> {
  return isRecord(entry) && entry.kind === 'use'
}

function areOptions(value: unknown): value is UseOf<unknown>['options'] {
  return (typeof value === 'object' && value !== null) || isCallable(value) // a class cannot be called for its options
}

/** The options type of the `configure` method of a module; any type if it declares none. */
type ModuleOptionsOf<M extends Class> =
  InstanceType<M> extends { configure(instance: infer _, options: infer O, ...rest: never[]): unknown }
    ? [keyof NonNullable<O>] extends [never]
      ? AnyOptions
      : OptionsOf<WithPrefix<NonNullable<O>> | ((instance: Instance) => WithPrefix<NonNullable<O>>), O>
    : AnyOptions

/** A plugin without types has the type `any`, which this overload takes, too. It may be listed in `plugins`. */
type Used<M> = 0 extends 1 & M ? Class & PluginSource : Class

type PluginOptionsOf<T> =
  T extends SourceTaking<infer O> ? OptionsOf<O | (O & { prefix?: string }) | ((instance: Instance) => O), O> : never

type WithPrefix<O> = O & { prefix?: string }

/** A plugin, a module with the plugin as its default export, or an import of such a module. */
type SourceTaking<O> = PluginTaking<O> | { default: PluginTaking<O> } | Promise<{ default: PluginTaking<O> }>

/** Options may be omitted if each of them is optional. */
type OptionsOf<Given, O> = Record<never, never> extends O ? [options?: Given] : [options: Given]

/** Whether a value is a function, a module with a function as its default export, or a promise of either. */
export function isSource(value: unknown): boolean {
  if (typeof value === 'function' || isThenable(value)) return true
  return typeof value === 'object' && value !== null && 'default' in value && isSource(value.default)
}

function nameOf(target: unknown): string {
  return typeof target === 'function' ? target.name : describeValue(target)
}
