// The type of a value from the literal type of its schema. One recursive type, `Node`, has three parameters. S is the
// current schema, R is the root schema or scope of its `$ref`s, M is the mode.

import type {
  Anchored,
  At,
  Branching,
  BranchKeys,
  Closed,
  Fixed,
  Flat,
  Further,
  Inner,
  IsUnion,
  Items,
  Length,
  List,
  ListKeys,
  Literal,
  Longer,
  Mapped,
  Matching,
  Mode,
  Mutable,
  NumberOf,
  OfType,
  Open,
  Out,
  OwnKeys,
  ParentOf,
  Plain,
  Present,
  Property,
  ReferencesOf,
  Rest,
  Rooted,
  RootOf,
  Scope,
  Spread,
  Standard,
  StringOf,
  Value,
  Within,
} from './infer-parts.js'
import type { phantom } from './shared.js'

/**
 * The type of the values that a schema accepts (docs/guide/types.md). The schema is a literal, `shared(…)` or its
 * `ref`, a TypeBox schema, or a schema that follows Standard Schema. Validation fills in a `default`, so its property
 * is required; inside `anyOf`, `oneOf` and `if` it is optional. Validation removes undeclared properties, so the type
 * omits them. `References` lists the types of schemas that a plain `$ref` names by `$id`. Unknown parts are `unknown`.
 */
export type Infer<S, References extends readonly unknown[] = []> = Node<
  S,
  [] extends References ? S : Scope<S, References, unknown>,
  'in'
>

/** The type that `Mismatch` compares with a handler's value: literals stay literals, and maps keep their values. */
export type InferChecked<S> = Node<S, S, 'check'>

/**
 * The type of the values that a response schema accepts. Literals are their primitive type, a property with a `default`
 * is optional, and a formatted date may be a `Date`. An object may have undeclared properties.
 */
export type InferOutput<S, References extends readonly unknown[] = []> = Node<
  S,
  [] extends References ? S : Scope<S, References, unknown>,
  'out'
>

/** Most schemas have no key that needs a special case. One check for all these keys replaces ten checks. */
type Node<S, R, M extends Mode> = [keyof S & Turning] extends [never] ? Typed<S, R, M> : Turned<S, R, M>

type Turning = typeof phantom | 'static' | '~standard' | '~unsafe' | 'nullable' | 'const' | 'enum' | '$ref' | Branching
type Turned<S, R, M extends Mode> = 0 extends 1 & S
  ? unknown
  : S extends { readonly [phantom]: infer T }
    ? Node<T, Rooted<T, R>, M>
    : S extends { readonly params: unknown[]; readonly static: unknown }
      ? (S & { params: [] })['static']
      : S extends { readonly '~standard': { readonly types?: infer T } }
        ? Standard<T, M>
        : S extends { readonly '~unsafe': infer T }
          ? T
          : S extends { readonly isFluentSchema: unknown } // its methods have the names of keywords
            ? unknown
            : S extends { readonly nullable: true }
              ? Combined<S, R, M> | null
              : Combined<S, R, M>

type Combined<S, R, M extends Mode> = [keyof S & Branching] extends [never]
  ? Simple<S, R, M>
  : S extends { readonly not: infer N }
    ? Without<Branched<S, R, M>, N, S, R>
    : Branched<S, R, M>

type Simple<S, R, M extends Mode> = S extends { readonly const: infer C }
  ? OfType<Literal<C, M>, S>
  : S extends { readonly enum: readonly (infer E)[] }
    ? OfType<Literal<E, M>, S>
    : S extends { readonly $ref: infer P }
      ? [keyof S & ('properties' | 'required' | 'type')] extends [never]
        ? Reference<P, R, M>
        : Reference<P, R, M> & Typed<S, R, M>
      : Typed<S, R, M>

/** The target of a `$ref`: `#`, `#/<keyword>/<name>/…` or `#<id>`, alone or after the `$id` of a reference. */
type Reference<P, R, M extends Mode> = P extends `#${infer F}`
  ? Fragment<F, RootOf<R>, R, M>
  : P extends `${infer Id}#${infer F}`
    ? Foreign<Id, F, R, M>
    : P extends string
      ? Foreign<P, '', R, M>
      : unknown

type Foreign<Id extends string, F extends string, R, M extends Mode> =
  Extract<RootOf<R> | ReferencesOf<R>[number], { readonly $id: Id | `${string}/${Id}` }> extends infer T
    ? [T] extends [never]
      ? unknown
      : Fragment<F, T extends { readonly [phantom]: infer Own } ? Own : T, R, M>
    : unknown

type Fragment<F extends string, T, R, M extends Mode> = F extends ''
  ? Node<T, Rooted<T, R>, M>
  : F extends `/${infer Path}`
    ? Node<At<T, Path>, Rooted<T, R>, M>
    : Node<Anchored<T, `#${F}`>, Rooted<T, R>, M>

// Branches

type Branched<S, R, M extends Mode> = Own<S, R, M> &
  Bound<S, BranchKeys<S>, R, M> &
  (S extends { readonly allOf: infer L } ? AllOf<L, S, R, M> : unknown) &
  (S extends { readonly anyOf: readonly (infer B)[] } ? Branch<B, S, R, Inner<M>> : unknown) &
  (S extends { readonly oneOf: readonly (infer B)[] } ? Branch<B, S, R, Inner<M>> : unknown) &
  (S extends { readonly if: infer I } ? If<I, S, R, M> : unknown)

/** The type of S without its branches. A branch with `additionalProperties` types undeclared properties. */
type Own<S, R, M extends Mode> = S extends { readonly type: 'object'; readonly allOf: infer L; readonly properties?: 0 }
  ? [Mapped<L>] extends [never]
    ? Simple<S, R, M>
    : object
  : Simple<S, R, M>

/** One branch and its siblings. Properties of the siblings are undeclared for the branch. */
type Branch<B, S, R, M extends Mode> = B extends unknown
  ? Node<B, Within<R, S>, M> & Bound<B, OwnKeys<S> | ListKeys<S, 'allOf'>, R, M> & Length<B, S>
  : never

type AllOf<L, S, R, M extends Mode> = [Mapped<L>] extends [never]
  ? EachOf<L, S, R, M>
  : EachOf<[Others<L, R>] extends [never] ? Closed<L> : L, S, R, M>
type EachOf<L, S, R, M extends Mode> = L extends readonly [infer H, ...infer T]
  ? Branch<H, S, R, M> & EachOf<T, S, R, M>
  : unknown
/** The type that all schemas of L set for undeclared properties; `never` if no value fits all these schemas. */
type Others<L, R> = L extends readonly [infer H, ...infer T]
  ? (H extends { readonly additionalProperties: infer A extends object } ? Node<A, R, 'branch'> : unknown) &
      Others<T, R>
  : unknown

type If<I, S, R, M extends Mode> =
  | (Node<I, R, Inner<M>> & (S extends { readonly then: infer T } ? Branch<T, S, R, M> : unknown))
  | (Otherwise<I, S, R> & (S extends { readonly else: infer E } ? Branch<E, S, R, M> : unknown))

/** The type that an `if` about one property, or about the first item, leaves for `else`. */
type Otherwise<I, S, R> = [keyof I] extends ['properties' | 'required' | 'type']
  ? I extends { readonly properties: infer P }
    ? IsUnion<keyof P> extends true
      ? unknown
      : { [K in keyof P]?: Exclude<Node<Property<S, ParentOf<R>, K>, R, 'branch'>, Value<P[K]>> }
    : unknown
  : I extends { readonly items: readonly [infer First] }
    ? S extends { readonly items: readonly [infer Own, ...unknown[]] }
      ? [Exclude<Node<Own, R, 'branch'>, Value<First>>, ...unknown[]]
      : unknown
    : unknown

/** Excludes the type in `not`, if that type expresses the whole schema. */
type Without<T, N, S, R> = [keyof N] extends ['type' | 'const' | 'enum']
  ? N extends { readonly type: 'integer' }
    ? T
    : Exclude<Spread<T>, Mutable<Node<N, R, 'branch'>>>
  : N extends { readonly maxItems: infer L extends number }
    ? T & Longer<L>
    : T & Otherwise<N, S, R>
/** The type that `additionalProperties` of a schema sets for keys that only its siblings declare. */
type Bound<S, K, R, M extends Mode> = S extends { readonly additionalProperties: infer A }
  ? [Exclude<K, OwnKeys<S>>] extends [never]
    ? unknown
    : S extends { readonly patternProperties: unknown }
      ? unknown
      : { [_ in Exclude<K & string, OwnKeys<S>>]?: Node<A, R, M> }
  : unknown

type Typed<S, R, M extends Mode> = S extends { readonly type: infer T }
  ? T extends readonly string[]
    ? ByType<T[number], S, R, M>
    : ByType<T, S, R, M>
  : S extends { readonly properties: unknown } | { readonly required: unknown }
    ? ObjectOf<S, R, M>
    : S extends { readonly items: unknown } | { readonly prefixItems: unknown }
      ? ArrayOf<S, R, M>
      : S extends { readonly additionalProperties: infer A extends object }
        ? M extends 'check'
          ? MapOf<S, R> & Plain
          : { [key: string]: Node<A, R, M> }
        : S extends false
          ? never
          : unknown

type ByType<T, S, R, M extends Mode> = T extends 'string'
  ? StringOf<S, M>
  : T extends 'integer' | 'number'
    ? NumberOf<M>
    : T extends 'boolean'
      ? boolean
      : T extends 'null'
        ? null
        : T extends 'object'
          ? ObjectOf<S, R, M>
          : T extends 'array'
            ? ArrayOf<S, R, M>
            : unknown

type ObjectOf<S, R, M extends Mode> = M extends 'check' ? Checked<S, R> : Described<S, R, M>

type Checked<S, R> = S extends { readonly properties: infer P }
  ? Declared<P, Present<S, P, 'check'>, R, 'check', unknown> & Plain & Additional<S, R>
  : S extends { readonly required: readonly (infer K extends string)[] }
    ? { [_ in K]: unknown } & Plain & Additional<S, R>
    : MapOf<S, R> & Plain

/** The type that `Mismatch` compares with the keys of a value that `properties` does not list. */
type Additional<S, R> = S extends { readonly patternProperties: object } | { readonly additionalProperties: object }
  ? Further<MapOf<S, R>>
  : unknown

type MapOf<S, R> = S extends { readonly patternProperties: infer P }
  ? S extends { readonly additionalProperties: infer A extends object }
    ? { [key: string]: Node<P[keyof P], R, 'check'> | Node<A, R, 'check'> }
    : { [K in keyof P as Matching<K>]: Node<P[K], R, 'check'> }
  : S extends { readonly additionalProperties: infer A extends object }
    ? { [key: string]: Node<A, R, 'check'> }
    : object

type Described<S, R, M extends Mode> = S extends { readonly properties: infer P }
  ? Flat<Declared<P, Present<S, P, M>, R, M, Rest<S>>> & (M extends Out ? unknown : Open<S>)
  : S extends { readonly required: readonly (infer K extends string)[] }
    ? { [_ in K]: Rest<S> }
    : M extends Out
      ? object
      : { [key: string]: Remaining<S, R, M> }

/** The value of each key of an object without declared properties. */
type Remaining<S, R, M extends Mode> = S extends { readonly patternProperties: infer P }
  ? Node<P[keyof P], R, M> | (S extends { readonly additionalProperties: infer A } ? Node<A, R, M> : unknown)
  : S extends { readonly additionalProperties: infer A }
    ? Node<A, R, M>
    : unknown

type Declared<P, Q, R, M extends Mode, Other> = { [K in keyof P & Q]: Node<P[K], R, M> } & {
  [K in Exclude<keyof P, Q>]?: Node<P[K], R, M>
} & ([Exclude<Q & string, keyof P>] extends [never] ? unknown : { [K in Exclude<Q & string, keyof P>]: Other })

type ArrayOf<S, R, M extends Mode> = S extends {
  readonly prefixItems: infer T extends readonly unknown[]
}
  ? Tuple<T, S, S extends { readonly items: infer A } ? A : true, R, M>
  : S extends { readonly items: infer I }
    ? I extends readonly unknown[]
      ? Tuple<I, S, S extends { readonly additionalItems: infer A } ? A : true, R, M>
      : List<Node<I, R, M>, M>
    : List<unknown, M>

/** Items up to `minItems` are required. Items from there to `maxItems` are optional. */
type Tuple<T extends readonly unknown[], S, A, R, M extends Mode> = Fixed<
  Items<
    { -readonly [I in keyof T]: Node<T[I], R, M> },
    A extends false ? never : Node<A, R, M>,
    S extends { readonly minItems: infer L } ? L : 0,
    S extends { readonly maxItems: infer L } ? L : never
  >,
  M
>
