/**
 * The key of a route option under which a controller hands over what a method says of its answers. A symbol: `onRoute`
 * hooks that copy or change the options carry it along, and no option of a plugin has its name.
 */
export const contract: unique symbol = Symbol('alcove.contract')

/** What a method says of its answers, beside its schema. */
export interface RouteContract {
  /** `Class.method`, for messages. */
  readonly member: string
  /** `@Status`. */
  readonly status: number | null
}

/** Route options of a controller. */
export interface ContractOptions {
  [contract]?: RouteContract
}
