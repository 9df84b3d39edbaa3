/** Whether two types are one, not only assignable. */
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Compiles only when the two types are one. */
export function same<A, B>(_holds: Same<A, B>): void {}

/** A literal with its literal type. */
export function literal<const S>(schema: S): S {
  return schema
}
