import { registrationCodes } from '../errors/registration-codes.js'
import { ServerReply } from '../request/message/reply.js'
import { ServerRequest } from '../request/message/request.js'
import { readProperty } from '../support/values.js'

/** A property that `decorate*` adds: a value, or an accessor. */
export type Decoration = { value: unknown } | { get?: () => unknown; set?: (value: unknown) => void }

/** Decorations by name, in order of registration. */
export type ReadonlyDecorations = ReadonlyMap<string | symbol, Decoration>

/**
 * The server sets these fields on each new request or reply. A decoration with one of these names would be lost. A
 * function may replace a method.
 */
export const requestFields: ReadonlySet<string | symbol> = new Set([
  'id',
  'params',
  'raw',
  'query',
  'log',
  'body',
  'validationError',
])
export const replyFields: ReadonlySet<string | symbol> = new Set(['raw', 'request', 'log'])

/** Names that requests and replies define themselves. */
const ownOfRequest = ownNames(ServerRequest, requestFields)
const ownOfReply = ownNames(ServerReply, replyFields)

export function isOwnOfRequest(name: string | symbol): boolean {
  return ownOfRequest.has(name)
}

export function isOwnOfReply(name: string | symbol): boolean {
  return ownOfReply.has(name)
}

/** Whether a value would replace a method with what cannot be called. The server calls `reply.send` and others. */
export function hidesMethod(what: 'request' | 'reply', name: string | symbol, value: unknown): boolean {
  if (typeof value === 'function' || isAccessor(value)) return false
  const { prototype } = what === 'request' ? ServerRequest : ServerReply
  return typeof Object.getOwnPropertyDescriptor(prototype, name)?.value === 'function'
}

/** Reads the second argument of `decorate*`: a value, or `{ getter, setter }`. */
export function toDecoration(value: unknown): Decoration {
  if (!isAccessor(value)) return { value }
  const { getter, setter } = value
  return { ...(getter === undefined ? {} : { get: getter }), ...(setter === undefined ? {} : { set: setter }) }
}

/** Rejects objects: all requests would share an object on the prototype. */
export function checkNotShared(name: string | symbol, value: unknown, what: string): void {
  if (typeof value !== 'object' || value === null || isAccessor(value)) return
  throw new registrationCodes.FST_ERR_DEC_REFERENCE_TYPE(String(name), what)
}

/**
 * Defines a decoration on an instance or a prototype. A value is writable, and objects that inherit the decoration can
 * shadow it.
 */
export function defineDecoration(target: object, name: string | symbol, decoration: Decoration): void {
  const descriptor =
    'value' in decoration
      ? { value: decoration.value, writable: true, enumerable: true }
      : { ...decoration, enumerable: true }
  Object.defineProperty(target, name, { ...descriptor, configurable: true })
}

/**
 * Defines all decorations that a context sees on its one flat subclass. A chain with one class for each level of
 * contexts would cost 60 ns for each level and request. Values on the prototype add no cost to a request.
 */
export function defineDecorations<C extends { readonly prototype: object }>(Class: C, visible: ReadonlyDecorations): C {
  for (const [name, decoration] of visible) defineDecoration(Class.prototype, name, decoration)
  return Class
}

function isAccessor(value: unknown): value is { getter?: () => unknown; setter?: (value: unknown) => void } {
  if (value === null || typeof value !== 'object') return false
  return typeof readProperty(value, 'getter') === 'function' || typeof readProperty(value, 'setter') === 'function'
}

function ownNames(Class: { prototype: object }, fields: ReadonlySet<string | symbol>): ReadonlySet<string | symbol> {
  return new Set([...Reflect.ownKeys(Class.prototype), ...fields])
}
