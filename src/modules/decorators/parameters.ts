import type { Infer } from '../../contracts/infer.js'
import type { Reply } from '../../contracts/reply.js'
import type { Request } from '../../contracts/request.js'
import type { InferHeaders, InferParams, InferPart } from '../../contracts/route-types.js'
import type { Injected, InjectedList, InjectingOptions, InjectToken } from '../../contracts/token.js'
import type { WrittenPart, WrittenSchema } from '../../contracts/written-schema.js'
import { isStandardSchema } from '../../standard/standard-schema.js'
import { isRecord } from '../../support/values.js'
import { checkArguments, type DecoratorName, refuseFurther } from './check-arguments.js'
import { checkImport, checkParameter, type DecoratorArguments, misuse, pipeAdvice, wrongArgument } from './decorator.js'
import type { LooseParameterDecorator, ParameterDecoratorFunction } from './decorator-types.js'
import { decoratorOf, type MemberFacts, type NamedSource, type OwnSource, type ParameterSource } from './facts.js'
import { injectOf, listedSources, sourceOf } from './inject-list.js'
import { recordOnClass, recordOnMember } from './metadata.js'

/** The type is not known, so every declaration fits. */
// biome-ignore lint/suspicious/noExplicitAny: only `any` both fits every type and accepts every type
type Unchecked = any
/** The type of a schema, or `Unchecked` if the schema has none. */
type Checked<T> = unknown extends T ? Unchecked : T

/**
 * The parsed body. A schema validates it and gives it its type (docs/guide/validation.md). It is a JSON Schema, a short
 * form, schemas by media type, or a schema of zod, valibot or arktype. The compiler compares the declared type.
 *
 * @example
 * ```ts
 * @Post('/notes')
 * create(@Body({ type: 'object', required: ['text'], properties: { text: { type: 'string' } } }) note: { text: string }) {
 *   return note
 * }
 * ```
 * @throws ALC_ERR_SCHEMA_CONFLICT at boot, if `@Schema` declares another `body`
 * @throws FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED at boot, on a method without validated bodies, as DELETE
 * @throws ALC_ERR_PARAMETER_TYPE at boot, for a class as the declared type without a schema that makes its objects
 */
export function Body(): ParameterDecoratorFunction<Unchecked>
export function Body<const S>(schema: WrittenPart<S>): ParameterDecoratorFunction<Checked<InferPart<S>>, 'schema'>
export function Body(...given: [schema?: unknown]): RecordingDecorator {
  return parameterDecorator('Body', given, (where) => {
    const schema = schemaOf('Body', where, given)
    if (typeof schema !== 'string') return { from: 'part', part: 'body', name: null, schema }
    const name = /^[\w$]+$/.test(schema) ? schema : 'name'
    const wanted = `the schema of the whole body: @Body({ type: 'object', required: ['${name}'], properties: { ${name}: { … } } }) body, and read body.${name}`
    throw wrongArgument('Body', where, schema, wanted)
  })
}

/**
 * The parsed query. A schema validates it and gives it its type. With a name, it is one value of the query. The schema
 * of the value becomes a property of the route's `querystring` schema. The value is required only if that schema
 * requires it.
 *
 * @example
 * ```ts
 * @Get('/notes')
 * list(@Query('page', { type: 'integer', default: 1 }) page: number, @Query() all: { tag?: string }) {
 *   return [page, all.tag]
 * }
 * ```
 * @throws ALC_ERR_SCHEMA_CONFLICT at boot, if the route declares another schema for the same value
 * @throws ALC_ERR_PARAMETER_TYPE at boot, for a declared number or boolean without a schema that makes one
 */
export function Query(): LooseParameterDecorator<object>
export function Query<const S>(schemaOrName: NameOr<S>): PartOrValue<S, InferPart<S>>
export function Query<const S>(name: string, schema: WrittenSchema<S>): NamedValue<S>
export function Query(...given: unknown[]): RecordingDecorator {
  return partOrValue('Query', 'querystring', given)
}

/** The path parameters. A schema validates them and gives them their type. */
export function Params(): LooseParameterDecorator<object>
export function Params<const S>(schema: WrittenPart<S>): ParameterDecoratorFunction<Checked<InferParams<S>>, 'schema'>
export function Params(...given: [schema?: unknown]): RecordingDecorator {
  return parameterDecorator('Params', given, (where) => {
    return { from: 'part', part: 'params', name: null, schema: schemaOf('Params', where, given) }
  })
}

/**
 * The headers. A schema validates them and gives them their type. With a name, it is one header. The schema of the
 * header becomes a property of the route's `headers` schema. Names are compared without case.
 *
 * @example
 * ```ts
 * @Get('/notes')
 * list(@Headers('x-count', { type: 'integer' }) count: number | undefined) {
 *   return count
 * }
 * ```
 * @throws ALC_ERR_SCHEMA_CONFLICT at boot, if the route declares another schema for the same header
 */
export function Headers(): LooseParameterDecorator<object>
export function Headers<const S>(schemaOrName: NameOr<S>): PartOrValue<S, InferHeaders<S>>
export function Headers<const S>(name: string, schema: WrittenSchema<S>): NamedValue<S>
export function Headers(...given: unknown[]): RecordingDecorator {
  return partOrValue('Headers', 'headers', given)
}

/**
 * One path parameter. It is a string, unless its schema converts it. The schema is given here, or in the `params`
 * schema of the route.
 *
 * @example
 * ```ts
 * @Get('/notes/:id')
 * read(@Param('id', { type: 'integer' }) id: number) {
 *   return id
 * }
 * ```
 * @throws ALC_ERR_PATH_PARAMETER at boot, if the path has no such parameter
 * @throws ALC_ERR_PARAMETER_TYPE at boot, for a declared number or boolean without a schema that makes one
 */
export function Param(name: string): LooseParameterDecorator<string | number | boolean>
export function Param<const S>(
  name: string,
  schema: WrittenSchema<S>,
): ParameterDecoratorFunction<Checked<Infer<S>>, 'schema'>
export function Param(...given: unknown[]): RecordingDecorator {
  return parameterDecorator('Param', given, (where) =>
    namedSource({ decorator: 'Param', where, part: 'params' }, given),
  )
}

/**
 * The first argument of `Query` and `Headers`. With several overloads, the compiler would report the mistakes of a
 * schema for the wrong one.
 */
type NameOr<S> = [S] extends [string] ? S : WrittenPart<S>
type PartOrValue<S, T> = S extends string
  ? LooseParameterDecorator<unknown>
  : ParameterDecoratorFunction<Checked<T>, 'schema'>

/**
 * One value that may be absent, unless its schema has a default. The type of a schema of another library already
 * includes `undefined`.
 */
type NamedValue<S> = S extends { readonly default: unknown } | { readonly '~standard': unknown }
  ? ParameterDecoratorFunction<Checked<Infer<S>>, 'schema'>
  : LooseParameterDecorator<Checked<Infer<S>>, 'schema'>

/** A whole part of the request, or with a name one value of it. */
function partOrValue(
  decorator: 'Query' | 'Headers',
  part: 'querystring' | 'headers',
  given: readonly unknown[],
): RecordingDecorator {
  return parameterDecorator(decorator, given, (where) => {
    if (typeof given[0] === 'string') return namedSource({ decorator, where, part }, given)
    return { from: 'part', part, name: null, schema: schemaOf(decorator, where, given) }
  })
}

/**
 * The schema among the arguments of a decorator, or null. Refuses a schema that is undefined because of a circular
 * import: it would otherwise accept every value.
 */
function schemaOf(decorator: string, where: string, given: readonly unknown[]): unknown {
  const [schema] = given
  const advice = isStandardSchema(schema) ? '' : pipeAdvice(schema) // the class of a transformed zod schema is ZodPipe
  if (advice !== '') throw wrongArgument(decorator, where, schema, `a schema${advice}`)
  if (given.length === 0 || schema !== undefined) return schema ?? null
  const wanted = `a schema, or nothing. ${checkImport}`
  throw wrongArgument(decorator, where, undefined, wanted)
}

interface NamedPlace {
  readonly decorator: string
  readonly where: string
  readonly part: NamedSource['part']
}

/** The names of values, for messages. */
const valueNames: Readonly<Record<NamedSource['part'], string>> = {
  params: 'path parameter, "id" for "/:id". @Params() gives all of them',
  querystring: 'query value',
  headers: 'header',
}

function namedSource({ decorator, where, part }: NamedPlace, [name, ...rest]: readonly unknown[]): NamedSource {
  if (typeof name !== 'string' || name === '') {
    throw wrongArgument(decorator, where, name, `the name of a ${valueNames[part]}`)
  }
  const schema = schemaOf(decorator, where, rest)
  const isJson = typeof schema === 'boolean' || (isRecord(schema) && !('~standard' in schema))
  if (schema !== null && !isJson && !isStandardSchema(schema)) {
    const wanted = `the schema of one value, such as { type: 'integer' } or z.coerce.number(), after "${name}"`
    throw wrongArgument(decorator, where, schema, wanted)
  }
  return { from: 'part', part, name: part === 'headers' ? name.toLowerCase() : name, schema }
}

/** The request. */
export function Req(): LooseParameterDecorator<Request>
export function Req(...given: []): RecordingDecorator {
  return parameterDecorator('Req', given, () => ({ from: 'request' }))
}

/** The reply: the handler may answer by `reply.send`. */
export function Rep(): LooseParameterDecorator<Reply>
export function Rep(...given: []): RecordingDecorator {
  return parameterDecorator('Rep', given, () => ({ from: 'reply' }))
}

/**
 * The value of a token (docs/guide/injection.md): a value of the request, reply or context, or a provider. If the value
 * is not visible, a boot error names its context. `Token.optional` then injects `undefined` instead.
 */
export function Inject<const X extends InjectToken>(token: X): ParameterDecoratorFunction<Injected<X>, 'token'>
export function Inject(...given: [token: InjectToken]): RecordingDecorator {
  const [token] = given
  return parameterDecorator('Inject', given, (where) =>
    sourceOf(token, (wanted) => wrongArgument('Inject', where, token, wanted)),
  )
}

/**
 * The value that a handler gets for the result of a function. A reply counts as a value, although code can await it.
 */
type Resolved<T> = T extends PromiseLike<infer V> ? V : T

/** A custom parameter decorator, with or without parentheses. */
export interface OwnParameterDecorator<T> extends ParameterDecoratorFunction<T> {
  (): ParameterDecoratorFunction<T>
}

/**
 * Makes a parameter decorator from a function of request and reply, which runs for each request. A promise is awaited
 * before the handler runs, and an error of the function goes to the error handlers. `inject` lists further arguments of
 * the function, after the request: `paramOf((request, users) => …, { inject: [Users] })`. They come after the reply if
 * the function declares one parameter more. Such a function declares the types of its parameters, because the compiler
 * cannot infer them.
 */
export function paramOf<T, const D extends readonly InjectToken[]>(
  read: (request: Request, ...dependencies: InjectedList<NoInfer<D>>) => T,
  options: { inject: D },
): OwnParameterDecorator<Resolved<T>>
export function paramOf<T, const D extends readonly InjectToken[]>(
  read: (request: Request, reply: Reply, ...dependencies: InjectedList<NoInfer<D>>) => T,
  options: { inject: D },
): OwnParameterDecorator<Resolved<T>>
export function paramOf<T>(read: (request: Request, reply: Reply) => T): OwnParameterDecorator<Resolved<T>>
export function paramOf<T>(
  ...given: [read: (...values: never[]) => T, options?: InjectingOptions]
): OwnParameterDecorator<Resolved<T>> {
  refuseFurther('paramOf(…)', given, 2, 'The tokens are a list: { inject: [A, B] }')
  const [read, options = {}] = given
  const decorator = parameterDecorator('paramOf', [], (where) => ownSource(where, read, options))
  const both = (...args: [] | DecoratorArguments) => {
    if (args.length === 0) return decorator
    decorator(...args)
    return undefined
  }
  return both as OwnParameterDecorator<T> // one function for `@Ip` and `@Ip()`
}

function ownSource(where: string, read: OwnSource['read'], options: InjectingOptions): OwnSource {
  const refuse = (given: unknown, wanted: string) => wrongArgument('paramOf', where, given, wanted)
  if (typeof read !== 'function') throw refuse(read, 'a function (request, reply) => value')
  const inject = injectOf(options, refuse)
  const takesReply = inject.length === 0 || read.length > inject.length + 1
  return { from: 'own', read, inject: listedSources(inject, refuse), takesReply }
}

export type RecordingDecorator = (...args: DecoratorArguments) => void
type ReadSource = (where: string) => ParameterSource

export function parameterDecorator(
  decorator: DecoratorName,
  given: readonly unknown[],
  read: ReadSource,
): RecordingDecorator {
  checkArguments(decorator, given, true)
  const decorate = (...args: DecoratorArguments) => {
    const { owner, key, index, where } = checkParameter(decorator, args)
    const source = read(where)
    const add = ({ parameters }: Pick<MemberFacts, 'parameters'>) => {
      const other = parameters.get(index)
      if (other !== undefined) throw misuse('ALC_ERR_PARAMETER_TWICE', decorator, where, index + 1, decoratorOf(other))
      return { parameters: new Map(parameters).set(index, Object.freeze(source)) }
    }
    if (key === undefined && !constructorSources.has(source.from)) {
      const wanted = 'a parameter of a handler. For a constructor, use @Inject'
      throw misuse('ALC_ERR_DECORATOR_TARGET', decorator, where, wanted)
    }
    if (key === undefined) recordOnClass(owner, add, decorate)
    else recordOnMember(owner, key, add, decorate)
  }
  return decorate
}

/** The sources that a constructor may have. It may run without a request, so it has no body and no path. */
const constructorSources: ReadonlySet<ParameterSource['from']> = new Set(['inject', 'request', 'reply', 'unresolved'])
