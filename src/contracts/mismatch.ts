// The reasons why a value does not fit a schema or a parameter, as a text that the compiler shows. The compiler
// computes it only if plain assignability fails. In a correct program this is so only for types that are wider than
// their values.

import type { Further } from './infer-parts.js'
import type { Chosen, Known, Nothing, Tag } from './mismatch-branches.js'

/**
 * The texts that name each wrong property with both of its types. `never` if G fits W after all. Examples are a widened
 * literal, an interface for a map, and a class whose `toJSON` returns the wanted type. G is the given type, W is the
 * wanted type.
 */
export type Mismatch<G, W, By extends Words, Path extends string = '', Seen = never> = [G] extends [W]
  ? never
  : unknown extends G
    ? By extends Handled
      ? never
      : Leaf<G, W, By, Path>
    : Members<By extends Handled ? Exclude<G, Widened<G, W>> : G, G, W, By, Path, Seen>

/** The findings of `Mismatch` in one text, at most three. */
export type Sentences<Found> = Join<Found & string, '; ', '', [0, 0, 0, 0, 0]>

/** The source of the value, which selects the wording. A `library` validates the value itself, not its text. */
export type Words = Handled | 'schema' | 'token' | 'decorator'
type Handled = 'handler' | 'library'

/** The compiler widens the return type of a method, so a primitive type fits each of its literals. */
type Widened<G, W> =
  | (string extends G ? (Extract<W, string> extends never ? never : string) : never)
  | (number extends G ? (Extract<W, number> extends never ? never : number) : never)
  | (boolean extends G ? (Extract<W, boolean> extends never ? never : boolean) : never)

type Members<Left, G, W, By extends Words, Path extends string, Seen> =
  | ([Exclude<Left, object | W>] extends [never] ? never : Leaf<G, W, By, Path>)
  | (Left extends object ? (Left extends W ? never : OfObject<Left, W, By, Path, Seen>) : never)

type OfObject<G extends object, W, By extends Words, Path extends string, Seen> = [Candidate<G, W>] extends [never]
  ? [By, G] extends ['handler', { toJSON(...args: never[]): infer J extends string; getTime?: never }] // no Date
    ? Mismatch<J, W, By, Path, Seen>
    : Leaf<G, W, By, Path>
  : [By, G] extends [Handled, { toJSON(...args: never[]): infer J }]
    ? Mismatch<J, W, By, Path, Seen>
    : Branches<G, Candidate<G, W>, By, Path, Seen>

/** The object types in W that G may be meant for. */
type Candidate<G, W> =
  Exclude<Extract<W, object>, Opaque> extends infer O
    ? O extends readonly unknown[]
      ? G extends readonly unknown[]
        ? O
        : never
      : G extends readonly unknown[] | Opaque
        ? never
        : O
    : never
type Opaque =
  | Date
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>
  | Uint8Array
  | PromiseLike<unknown>
  | ((...args: never[]) => unknown)

/**
 * `never` if G fits one branch. Otherwise the mismatches of the branch that a literal of G selects, or of each branch.
 * If no branch has the literal of G, the mismatch of that property.
 */
type Branches<G, W, By extends Words, Path extends string, Seen> = true extends (
  W extends unknown
    ? [Deep<G, W, By, Path, Seen>] extends [never]
      ? true
      : false
    : never
)
  ? never
  : [Chosen<G, W>] extends [never]
    ? [Tag<G, W, W>] extends [never]
      ? EachBranch<G, W, By, Path, Seen>
      : { [K in Tag<G, W, W>]: Leaf<G[K], W[K], By, `${Path extends '' ? '' : `${Path}.`}${K & string}`> }[Tag<G, W, W>]
    : EachBranch<G, Chosen<G, W>, By, Path, Seen>
type EachBranch<G, W, By extends Words, Path extends string, Seen> = W extends unknown
  ? Deep<G, W, By, Path, Seen>
  : never

/** Ends recursive types at a pair that was compared before. */
type Deep<G, W, By extends Words, Path extends string, Seen> =
  Pair<G, W> extends Seen
    ? never
    : W extends readonly unknown[]
      ? OfList<G, W, By, Path, Seen | Pair<G, W>>
      : Shape<G, W, Keys<G, W, By, Path, Seen | Pair<G, W>>, By, Path>
interface Pair<G, W> {
  pair(both: [G, W]): void
  readonly both: (both: [G, W]) => [G, W]
}

type OfList<G, W extends readonly unknown[], By extends Words, Path extends string, Seen> = G extends readonly unknown[]
  ? W[number][] extends W
    ? Mismatch<G[number], W[number], By, `${Path}[]`, Seen>
    : number extends G['length']
      ? By extends Handled
        ? OfWidened<G, W, By, Path>
        : Leaf<G, W, By, Path>
      : OfTuple<G, W, By, Path, Seen>
  : never

type OfTuple<G extends readonly unknown[], W extends readonly unknown[], By extends Words, Path extends string, Seen> =
  | (Slots<G> extends Slots<W> ? never : Leaf<G, W, By, Path>)
  | {
      [I in keyof G]: I extends keyof W ? Mismatch<G[I], W[I], By, `${Path}[${I & string}]`, Seen> : never
    }[number]
type Slots<T> = { readonly [I in keyof T]: unknown }

/** The compiler infers an array for a tuple that a method returns. Its items must be among those of the tuple. */
type OfWidened<G extends readonly unknown[], W extends readonly unknown[], By extends Words, Path extends string> = [
  Mismatch<G[number], W[number], By> | Unmet<G[number], RequiredOf<W>>,
] extends [never]
  ? never
  : Leaf<G, W, By, Path>
/** The required items of a tuple, or its first item if none is required. */
type RequiredOf<W extends readonly unknown[], Made extends unknown[] = []> = W extends readonly [infer H, ...infer Rest]
  ? RequiredOf<Rest, [...Made, H]>
  : Made extends []
    ? [W[0]]
    : Made
/** The required items that no type in G can be. */
type Unmet<G, W extends readonly unknown[]> = {
  [I in keyof W]: true extends (
    G extends unknown
      ? [Mismatch<G, W[I], 'handler'>] extends [never]
        ? true
        : false
      : never
  )
    ? never
    : 'unmet'
}[number]

/** The mismatches of the properties. If there are none, a text for a value without any property of W. */
type Shape<G, W, Found, By extends Words, Path extends string> = [Found] extends [never]
  ? G extends { readonly [Symbol.iterator]: unknown }
    ? By extends Handled
      ? Leaf<G, W, By, Path>
      : never
    : [Known<W>] extends [never]
      ? never
      : [keyof G & (keyof W | string)] extends [never]
        ? never
        : [keyof G & Known<W>] extends [never]
          ? string extends keyof G | keyof W
            ? never
            : W extends Further<unknown>
              ? never
              : `${Subject<Path>}${Strangers[By extends Handled ? 'handler' : By]}`
          : never
  : Found

type Keys<G, W, By extends Words, Path extends string, Seen> =
  | { [K in Known<W>]: Property<G, W, K, By, `${Path extends '' ? '' : `${Path}.`}${K}`, Seen> }[Known<W>]
  | (W extends Further<infer F> ? OfMap<G, F, Known<W>, By, Path, Seen> : OfMap<G, W, Known<W>, By, Path, Seen>)

type Property<G, W, K extends string & keyof W, By extends Words, Path extends string, Seen> = G extends {
  readonly [_ in K]: unknown
}
  ? Mismatch<G[K], W[K], By, Path, Seen>
  : string extends keyof G
    ? Missing<W, K, By, Path>
    : K extends keyof G
      ? Mismatch<G[K], W[K], By, Path, Seen> | Optional<G[K], W, K, By, Path>
      : Missing<W, K, By, Path>

/** Without `strictNullChecks` the types of an optional property and of a required one are the same. */
type Optional<G, W, K extends keyof W, By extends Words, Path extends string> = By extends Handled
  ? never
  : undefined extends string
    ? W extends { readonly [_ in K]: unknown }
      ? `${Subject<Path>}${Sentence<By, `undefined | ${NameOf<G>}`, NameOf<W[K]>>}`
      : never
    : never

type Missing<W, K extends keyof W, By extends Words, Path extends string> = W extends { readonly [_ in K]: unknown }
  ? `${Subject<Path>}${Absent<By, NameOf<Said<W[K], By>>>}`
  : never

/** The mismatches of the other keys, if W has an index signature. Methods are skipped, because JSON omits them. */
type OfMap<G, W, K, By extends Words, Path extends string, Seen> = [IndexOf<W>] extends [never]
  ? never
  : string extends keyof G
    ? Mismatch<G[keyof G], W[keyof W], By, `${Path}[key]`, Seen>
    : {
        [N in Exclude<keyof G, K> & string]: G[N] extends (...args: never[]) => unknown
          ? never
          : N extends keyof W
            ? Mismatch<G[N], W[N], By, `${Path extends '' ? '' : `${Path}.`}${N}`, Seen>
            : never
      }[Exclude<keyof G, K> & string]

/** The keys of W that are index signatures. */
type IndexOf<W> = keyof { [K in keyof W as Nothing extends Record<K, 1> ? K : never]: 1 }

// The texts

type Subject<Path extends string> = Path extends '' ? '' : `${Path}: `

export type Leaf<
  G,
  W,
  By extends Words,
  Path extends string,
> = `${Subject<Path>}${Sentence<By, NameOf<G>, NameOf<Said<W, By>>>}`

/** The message about a handler omits `undefined` from the type of an optional property. */
type Said<W, By extends Words> = By extends Handled ? Exclude<W, undefined> : W

type Sentence<By extends Words, G extends string, W extends string> = By extends Handled
  ? `the handler returns ${G}, the schema says ${W}`
  : `the parameter is declared ${W}, the ${By} gives ${G}`

type Absent<By extends Words, W extends string> = By extends Handled
  ? `the handler returns nothing, the schema requires ${W}`
  : `the parameter is declared ${W}, the ${By} gives nothing`

interface Strangers {
  handler: 'the handler returns no property that the schema declares'
  schema: 'the parameter is declared with no property that the schema gives'
  token: 'the parameter is declared with no property that the token gives'
  decorator: 'the parameter is declared with no property that the decorator gives'
}

/** The name of a type. The names of a union are joined into one text. */
export type NameOf<T> = 0 extends 1 & T
  ? 'any'
  : unknown extends T
    ? 'unknown'
    : [T] extends [never]
      ? 'never'
      : Join<
          | OneName<Exclude<T, (boolean extends T ? boolean : never) | (number extends T ? bigint : never)>>
          | (boolean extends T ? 'boolean' : never),
          ' | '
        >

type OneName<T> = T extends string
  ? string extends T
    ? 'string'
    : `"${T}"`
  : T extends number | bigint
    ? number extends T
      ? 'number'
      : bigint extends T
        ? 'bigint'
        : `${T}`
    : T extends boolean | null | undefined
      ? `${T}`
      : T extends readonly (infer I)[]
        ? number extends T['length']
          ? `${Grouped<NameOf<I>>}[]`
          : Tuple<T>
        : T extends Date
          ? 'Date'
          : T extends ReadonlyMap<unknown, unknown>
            ? 'Map'
            : T extends ReadonlySet<unknown>
              ? 'Set'
              : T extends (...args: never[]) => unknown
                ? 'function'
                : T extends symbol
                  ? 'symbol'
                  : T extends object
                    ? 'object'
                    : 'nothing'

type Grouped<N extends string> = N extends `${string} | ${string}` ? `(${N})` : N
type Tuple<T extends readonly unknown[]> = T extends readonly [infer H, ...infer U]
  ? `[${NameOf<H>}${TupleRest<U>}]`
  : '[]' extends infer E
    ? T extends readonly []
      ? E & string
      : 'tuple'
    : never
type TupleRest<T extends readonly unknown[]> = T extends readonly [infer H, ...infer U]
  ? `, ${NameOf<H>}${TupleRest<U>}`
  : ''

/** Joins the last texts, eight at most. `…` replaces the others. The length of `Count` lowers the limit. */
type Join<Texts extends string, Between extends string, Made extends string = '', Count extends unknown[] = []> = [
  Texts,
] extends [never]
  ? Made
  : Count['length'] extends 8
    ? `${Made}${Between}…`
    : LastOf<Texts> extends infer L extends string
      ? Join<Exclude<Texts, L>, Between, Made extends '' ? L : `${L}${Between}${Made}`, [...Count, 0]>
      : never
type LastOf<N> = (N extends unknown ? (take: () => N) => void : never) extends (take: infer I) => void
  ? I extends () => infer L
    ? L
    : never
  : never
