export type ReplyHeaders = Record<string, string | number | string[]>

/**
 * The prototype of the record is empty, so that no header collides with `constructor`. A class creates the record,
 * because V8 keeps its objects fast.
 */
class Headers {}
Object.setPrototypeOf(Headers.prototype, null)
Reflect.deleteProperty(Headers.prototype, 'constructor')

export function createHeaders(): ReplyHeaders {
  return new Headers() as ReplyHeaders // an empty record
}
