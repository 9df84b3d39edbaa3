// The type of a value from the literal type of its schema. One recursive type, `Node`, with three parameters:
// S the schema at hand, R the schema its local `$ref`s point into, M the side of the server it is read from.

declare const phantom: unique symbol

/** `'in'`: a validated request. `'out'`: what a handler may return for a response schema. */
type Side = 'in' | 'out'

/** A `$ref` to a shared schema that knows the schema's type. At run time only `{ $ref }`. */
export interface SchemaRef<Id extends string = string, S = unknown> {
  readonly $ref: `${Id}#`
  readonly [phantom]: S
}

/** What `shared($id, schema)` returns: the schema with its `$id`, and `ref` to point to it (SPEC.md 2.3). */
export interface Shared<Id extends string = string, S = unknown> {
  readonly $id: Id
  /** `{ $ref: '<$id>#' }`, typed. */
  readonly ref: SchemaRef<Id, S>
  readonly [phantom]: S
  readonly [keyword: string]: unknown
}

/**
 * The type of what a schema lets in: a JSON Schema literal, `shared(…)` or its `ref`, a TypeBox schema, or a schema of
 * any library that follows Standard Schema. A property with a `default` is there after validation, so it is required;
 * undeclared properties are removed, so they are not there. What cannot be told is `unknown`.
 */
export type Infer<S> = Node<S, S, 'in'>

/**
 * The type of what may be given to a response schema: literals count as their primitive type, a `default` makes a
 * property optional, a formatted date may be a `Date`, an object may carry more than is declared.
 */
export type InferOutput<S> = Node<S, S, 'out'>

/** Most schemas have none of the keys that change the course: one question instead of ten. */
type Node<S, R, M extends Side> = [keyof S & Turning] extends [never] ? Typed<S, R, M> : Turned<S, R, M>

type Turning =
  | typeof phantom
  | 'static'
  | '~standard'
  | 'nullable'
  | 'const'
  | 'enum'
  | '$ref'
  | 'oneOf'
  | 'anyOf'
  | 'allOf'

type Turned<S, R, M extends Side> = 0 extends 1 & S
  ? unknown
  : S extends { readonly [phantom]: infer T }
    ? Node<T, T, M>
    : S extends { readonly params: unknown[]; readonly static: unknown }
      ? (S & { params: [] })['static']
      : S extends { readonly '~standard': { readonly types?: infer T } }
        ? Standard<T, M>
        : S extends { readonly nullable: true }
          ? Plain<S, R, M> | null
          : Plain<S, R, M>

type Standard<T, M extends Side> =
  NonNullable<T> extends { readonly input: infer I; readonly output: infer O } ? (M extends 'in' ? O : I) : unknown

type Plain<S, R, M extends Side> = S extends { readonly const: infer C }
  ? Literal<C, M>
  : S extends { readonly enum: readonly (infer E)[] }
    ? Literal<E, M>
    : S extends { readonly $ref: infer P }
      ? Local<P, R, M>
      : S extends { readonly oneOf: unknown } | { readonly anyOf: unknown } | { readonly allOf: unknown }
        ? Typed<S, R, M> & Any<S, 'oneOf', R, M> & Any<S, 'anyOf', R, M> & All<S, R, M>
        : Typed<S, R, M>

type Literal<V, M extends Side> = M extends 'in'
  ? V
  : V extends string
    ? string
    : V extends number
      ? number
      : V extends boolean
        ? boolean
        : V

/** `#`, `#/definitions/<name>` and `#/$defs/<name>`; where another `$ref` leads is not known to types. */
type Local<P, R, M extends Side> = P extends '#'
  ? Node<R, R, M>
  : P extends `#/${infer K extends 'definitions' | '$defs' | 'properties'}/${infer N}`
    ? R extends { readonly [_ in K]: infer D }
      ? N extends keyof D
        ? Node<D[N], R, M>
        : unknown
      : unknown
    : unknown

type Any<S, K extends 'oneOf' | 'anyOf', R, M extends Side> = S extends { readonly [_ in K]: readonly (infer B)[] }
  ? Node<B, R, M>
  : unknown

type All<S, R, M extends Side> = S extends { readonly allOf: infer L } ? AllOf<L, R, M> : unknown
type AllOf<L, R, M extends Side> = L extends readonly [infer H, ...infer T] ? Node<H, R, M> & AllOf<T, R, M> : unknown

type Typed<S, R, M extends Side> = S extends { readonly type: infer T }
  ? T extends readonly string[]
    ? ByType<T[number], S, R, M>
    : ByType<T, S, R, M>
  : S extends { readonly properties: unknown } | { readonly required: unknown }
    ? ObjectOf<S, R, M>
    : S extends { readonly items: unknown }
      ? ArrayOf<S, R, M>
      : S extends false
        ? never
        : unknown

type ByType<T, S, R, M extends Side> = T extends 'string'
  ? StringOf<S, M>
  : T extends 'integer' | 'number'
    ? M extends 'in'
      ? number
      : number | bigint
    : T extends 'boolean'
      ? boolean
      : T extends 'null'
        ? null
        : T extends 'object'
          ? ObjectOf<S, R, M>
          : T extends 'array'
            ? ArrayOf<S, R, M>
            : unknown

type StringOf<S, M extends Side> = M extends 'in'
  ? string
  : S extends { readonly format: 'date-time' | 'date' | 'time' }
    ? string | Date
    : string

type ObjectOf<S, R, M extends Side> = S extends { readonly properties: infer P }
  ? Properties<P, Present<S, P, M>, R, M> & (M extends 'in' ? Open<S> : unknown)
  : S extends { readonly required: readonly (infer K extends string)[] }
    ? { [_ in K]: unknown }
    : M extends 'out'
      ? object
      : S extends { readonly additionalProperties: infer A }
        ? { [key: string]: Node<A, R, M> }
        : S extends { readonly patternProperties: infer A }
          ? { [key: string]: Node<A[keyof A], R, M> }
          : { [key: string]: unknown }

/** Undeclared properties stay where the schema asks for them. */
type Open<S> = S extends { readonly additionalProperties: true | object } | { readonly patternProperties: object }
  ? { [key: string]: unknown }
  : unknown

type Present<S, P, M extends Side> = M extends 'in' ? Named<S> | WithDefault<P> : Exclude<Named<S>, WithDefault<P>>
type Named<S> = S extends { readonly required: readonly (infer K extends string)[] } ? K : never
type WithDefault<P> = { [K in keyof P]: P[K] extends { readonly default: unknown } ? K : never }[keyof P]

type Properties<P, Q, R, M extends Side> = Flat<
  { [K in keyof P & Q]: Node<P[K], R, M> } & { [K in Exclude<keyof P, Q>]?: Node<P[K], R, M> } & {
    [K in Exclude<Q & string, keyof P>]: unknown
  }
>

/** One object type instead of an intersection: shorter in messages. */
type Flat<T> = T extends infer O ? { [K in keyof O]: O[K] } : never

type ArrayOf<S, R, M extends Side> = S extends { readonly prefixItems: infer T extends readonly unknown[] }
  ? Tuple<T, S, R, M>
  : S extends { readonly items: infer I }
    ? I extends readonly unknown[]
      ? Tuple<I, S, R, M>
      : List<Node<I, R, M>, M>
    : List<unknown, M>

type List<T, M extends Side> = M extends 'in' ? T[] : readonly T[]

/** Without `minItems` an array may be shorter than its list of items, without a limit it may be longer. */
type Tuple<T extends readonly unknown[], S, R, M extends Side> = S extends { readonly minItems: T['length'] }
  ? [...Elements<T, R, M>, ...Rest<T, S>]
  : [...Partial<Elements<T, R, M>>, ...Rest<T, S>]
type Elements<T extends readonly unknown[], R, M extends Side> = { -readonly [I in keyof T]: Node<T[I], R, M> }
type Rest<T extends readonly unknown[], S> = S extends
  | { readonly additionalItems: false }
  | { readonly items: false }
  | { readonly maxItems: T['length'] }
  ? []
  : unknown[]
