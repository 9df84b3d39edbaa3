export type ReplyHeaders = Record<string, string | number | string[]>

/**
 * The record has no prototype, so that no header collides with `constructor`. A class makes it, because V8 keeps such
 * objects fast.
 */
class Headers {}
Object.setPrototypeOf(Headers.prototype, null)
Reflect.deleteProperty(Headers.prototype, 'constructor')

export function createHeaders(): ReplyHeaders {
  return new Headers() as ReplyHeaders // an empty record
}
