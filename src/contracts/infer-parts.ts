// Types by which `Infer` reads schemas and types without following a subschema.

/**
 * `'in'`: a validated request. `'branch'`: a branch of the schema of a validated request, which gets no default.
 * `'out'`: a value for a response schema. `'check'`: a value for a response schema as `Mismatch` compares it, with
 * literals, maps and classes.
 */
export type Mode = 'in' | 'branch' | Out
export type Out = 'out' | 'check'

/**
 * An object of a schema. Maps, lists, and objects with `toJSON` do not fit, because JSON has another form of them. A
 * promise does not fit: its result is compared. An `Answer` does not fit either: its body is compared with the schema of
 * its own status. Without `object`, a number would fit an object without required properties.
 */
export type Plain = object & PlainMembers
interface PlainMembers extends NoAnswer {
  readonly [Symbol.iterator]?: undefined
  readonly toJSON?: undefined
  readonly then?: undefined
}

/** The mark of `Answer`, for types only. */
export declare const given: unique symbol
export interface NoAnswer {
  readonly [given]?: undefined
}

/** The type of the keys that a schema's `properties` do not list. `Mismatch` compares each of them. */
export interface Further<T> {
  readonly [further]: T
}
declare const further: unique symbol

/** The keys that a pattern matches. The type is exact if the pattern is `^` followed by plain text. */
export type Matching<Pattern> = Pattern extends `^${infer Text}`
  ? Text extends Special
    ? string
    : `${Text}${string}`
  : string
type Special = `${string}${'\\' | '[' | '(' | '.' | '*' | '+' | '?' | '{' | '|' | '$'}${string}`

export type StringOf<S, M extends Mode> = M extends Out
  ? S extends { readonly format: 'date-time' | 'date' | 'time' }
    ? string | Date
    : string
  : string

export type Branching = 'oneOf' | 'anyOf' | 'allOf' | 'not' | 'if'

export type Literal<V, M extends Mode> = M extends 'out'
  ? V extends string
    ? string
    : V extends number
      ? number
      : V extends boolean
        ? boolean
        : V
  : V

/** The values of V that the `type` of a schema accepts. */
export type OfType<V, S> = S extends { readonly type: infer T }
  ? V extends JsonType<T extends readonly unknown[] ? T[number] : T>
    ? V
    : never
  : V

export type JsonType<T> = T extends 'string'
  ? string
  : T extends 'integer' | 'number'
    ? number | bigint
    : T extends 'boolean'
      ? boolean
      : T extends 'null'
        ? null
        : T extends 'array'
          ? readonly unknown[]
          : T extends 'object'
            ? { readonly [key: string]: unknown }
            : unknown

/** Follows a JSON pointer (RFC 6901). A pointer without a target gives `any`, which becomes `unknown` in the end. */
export type At<T, Path extends string> = Path extends `${infer K}/${infer Rest}`
  ? K extends keyof T
    ? At<T[K], Rest>
    : Unknown
  : Path extends keyof T
    ? T[Path]
    : Unknown

// biome-ignore lint/suspicious/noExplicitAny: `any` distinguishes an unknown schema from every known one
export type Unknown = any

/** The subschema under `definitions`, `$defs` or `properties` with this `$id`. */
export type Anchored<T, Id extends string> =
  Extract<
    ValueOf<T, 'definitions'> | ValueOf<T, '$defs'> | ValueOf<T, 'properties'>,
    { readonly $id: Id }
  > extends infer Found
    ? [Found] extends [never]
      ? Unknown
      : Found
    : never

export type ValueOf<T, K extends string> = T extends { readonly [_ in K]: infer D } ? D[keyof D] : never

export type Inner<M extends Mode> = M extends 'in' ? 'branch' : M

/** The values that `const` or `enum` of a schema lists. */
export type Value<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : never

/** The schema of a property. The schema with the `if` declares it, or the schema around that one. */
export type Property<S, Parent, K> = S extends { readonly properties: infer P }
  ? P[K & keyof P]
  : Parent extends { readonly properties: infer P }
    ? P[K & keyof P]
    : Unknown

export type IsUnion<T, U = T> = [T] extends [never]
  ? false
  : T extends unknown
    ? [U] extends [T]
      ? false
      : true
    : never

export type Mutable<T> = T extends readonly unknown[] ? [...T] : T

export type Json = string | number | boolean | null | unknown[] | { [key: string]: unknown }

/** A type as a union: all of JSON for `unknown`, one tuple for each length. */
export type Spread<T> = unknown extends T ? Json : T extends readonly unknown[] ? Lengths<T, []> : T

export type Lengths<T extends readonly unknown[], A extends unknown[]> = T extends readonly []
  ? A
  : T[number][] extends T
    ? [...A, ...T]
    : T extends readonly [infer H, ...infer U]
      ? Lengths<U, [...A, H]>
      : T extends readonly [(infer H)?, ...infer U]
        ? A | Lengths<U, [...A, H]>
        : never

export type BranchKeys<S> =
  | ListKeys<S, 'allOf'>
  | ListKeys<S, 'anyOf'>
  | ListKeys<S, 'oneOf'>
  | (S extends { readonly then: infer T } ? OwnKeys<T> : never)
  | (S extends { readonly else: infer E } ? OwnKeys<E> : never)

export type ListKeys<S, K extends string> = S extends { readonly [_ in K]: readonly (infer B)[] } ? OwnKeys<B> : never

/** The schemas of a list that set a schema for undeclared properties. */
export type Mapped<L> = L extends readonly (infer S)[] ? Extract<S, { readonly additionalProperties: object }> : never

/** The schemas of a list without the type of undeclared properties. */
export type Closed<L> = {
  readonly [I in keyof L]: L[I] extends { readonly additionalProperties: object }
    ? Omit<L[I], 'additionalProperties'>
    : L[I]
}

export type OwnKeys<S> = S extends { readonly properties: infer P } ? keyof P : never

/** `never` if the schema forbids further properties. */
export type Rest<S> = S extends { readonly additionalProperties: false }
  ? S extends { readonly patternProperties: unknown }
    ? unknown
    : never
  : unknown

export type Present<S, P, M extends Mode> = M extends 'in'
  ? Named<S> | WithDefault<P>
  : M extends 'branch'
    ? Named<S>
    : Undefaulted<Named<S>, P>

export type Named<S> = S extends { readonly required: readonly (infer K extends string)[] } ? K : never

/** The required keys that have no default. */
type Undefaulted<K, P> = K extends keyof P ? (P[K] extends { readonly default: unknown } ? never : K) : K

export type WithDefault<P> = { [K in keyof P]: P[K] extends { readonly default: unknown } ? K : never }[keyof P]

/** One object type instead of an intersection, which makes messages shorter. */
export type Flat<T> = T extends infer O ? { [K in keyof O]: O[K] } : never

/** Items are required up to `Min`; `Count` has one element for each item so far. */
export type Items<T, A, Min, Max, Made extends unknown[] = [], Count extends unknown[] = [], Needed = true> = [
  Count['length'],
] extends [Max]
  ? Needed extends true
    ? Count['length'] extends Min
      ? Made
      : never
    : Made
  : Needed extends true
    ? Count['length'] extends Min
      ? Items<T, A, Min, Max, Made, Count, false>
      : T extends readonly [infer H, ...infer U]
        ? Items<U, A, Min, Max, [...Made, H], [...Count, 0]>
        : [A] extends [never]
          ? never
          : Count['length'] extends 32
            ? [...Made, ...A[]]
            : Items<[], A, Min, Max, [...Made, A], [...Count, 0]>
    : T extends readonly [infer H, ...infer U]
      ? Items<U, A, Min, Max, [...Made, H?], [...Count, 0], false>
      : [A] extends [never]
        ? Made
        : [Max] extends [never]
          ? [...Made, ...A[]]
          : Count['length'] extends 32
            ? [...Made, ...A[]]
            : Items<[], A, Min, Max, [...Made, A?], [...Count, 0], false>

/** The length that a branch without items sets for the array next to it. */
export type Length<B, S> = S extends { readonly type: 'array' } | { readonly items: unknown }
  ? [keyof B & ('items' | 'prefixItems' | 'type')] extends [never]
    ? keyof B & ('minItems' | 'maxItems') extends never
      ? unknown
      : Items<
          [],
          unknown,
          B extends { readonly minItems: infer L } ? L : 0,
          B extends { readonly maxItems: infer L } ? L : never
        >
    : unknown
  : unknown

export type Longer<L extends number> =
  Items<[0], unknown, 0, L> extends infer T ? [...RequiredItems<T>, unknown, ...unknown[]] : never

export type RequiredItems<T> = T extends readonly unknown[] ? { [K in keyof T]-?: unknown } : never

/** The targets of `$ref`s outside the root schema: further schemas, and the schema of a branch. */
export interface Scope<Root, References, Parent> {
  readonly [scope]: [Root, References, Parent]
}
declare const scope: unique symbol
export type RootOf<R> = R extends Scope<infer Root, unknown, unknown> ? Root : R
export type ReferencesOf<R> =
  R extends Scope<unknown, infer References extends readonly unknown[], unknown> ? References : []
export type ParentOf<R> = R extends Scope<unknown, unknown, infer Parent> ? Parent : unknown
/** The scope R with another root. */
export type Rooted<T, R> = R extends Scope<unknown, infer References, unknown> ? Scope<T, References, unknown> : T
/** The scope of the branches of S. */
export type Within<R, S> = Scope<RootOf<R>, ReferencesOf<R>, S>

/** Keeps undeclared properties if the schema asks for them. */
export type Open<S> = S extends
  | { readonly additionalProperties: true | object }
  | { readonly patternProperties: object }
  ? { [key: string]: unknown }
  : unknown

export type List<T, M extends Mode> = M extends Out ? readonly T[] : T[]
export type Fixed<T, M extends Mode> = M extends Out ? Readonly<T> : T
export type NumberOf<M extends Mode> = M extends Out ? number | bigint : number

export type Standard<T, M extends Mode> =
  NonNullable<T> extends { readonly input: infer I; readonly output: infer O } ? (M extends Out ? I : O) : unknown
