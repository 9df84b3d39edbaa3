// Finds the branch of a union that a value is meant for. Only the mismatches of that branch are reported.

/** The branches whose literals G has, at least one and without a contradiction: `kind: 'circle'`. */
export type Chosen<G, W> = W extends unknown
  ? {
      [K in Known<W> & keyof G]: IsLiteral<W[K]> extends true ? (G[K] extends W[K] ? 'same' : 'other') : never
    } extends infer F
    ? [F[keyof F]] extends ['same']
      ? [F[keyof F]] extends [never]
        ? never
        : W
      : never
    : never
  : never

/**
 * The properties for which every branch has a literal, and G has another literal. `never` if there is only one branch.
 */
export type Tag<G, W, All> = [All] extends [
  (W extends unknown ? (take: W) => void : never) extends (take: infer Both) => void ? Both : never,
]
  ? never
  : {
      [K in keyof W & keyof G]: IsLiteral<W[K]> extends true
        ? IsLiteral<G[K]> extends true
          ? G[K] extends W[K]
            ? never
            : K
          : never
        : never
    }[keyof W & keyof G]
type IsLiteral<T> = [T] extends [never]
  ? false
  : [T] extends [string | number | boolean]
    ? true extends
        | (string extends T ? true : false)
        | (number extends T ? true : false)
        | (boolean extends T ? true : false)
      ? false
      : true
    : false

/** The properties that W lists. */
export type Known<W> = Exclude<keyof { [K in keyof W as Nothing extends Record<K, 1> ? never : K]: 1 }, 'toJSON'> &
  string &
  keyof W
export type Nothing = Record<never, never>
