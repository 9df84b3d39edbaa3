import { ablatedKinds } from './ablated.js'
import { findKind, type Kind } from './kinds.js'

/** Any server that a process can be: one that is compared, or one without a trick. */
export function findServer(name: string): Kind {
  return ablatedKinds.find((kind) => kind.name === name) ?? findKind(name)
}
