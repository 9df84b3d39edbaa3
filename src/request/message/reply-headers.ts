export type ReplyHeaders = Record<string, string | number | string[]>

/**
 * It has no prototype, so that no header collides with `constructor`. It is a class, because V8 keeps such objects
 * fast.
 */
class Headers {}
Object.setPrototypeOf(Headers.prototype, null)
Reflect.deleteProperty(Headers.prototype, 'constructor')

export function createHeaders(): ReplyHeaders {
  return new Headers() as ReplyHeaders // an empty record
}
