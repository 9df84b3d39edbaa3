export type ReplyHeaders = Record<string, string | number | string[]>

/** No prototype, so that no header is called `constructor`; by a class, because V8 keeps such objects fast. */
class Headers {}
Object.setPrototypeOf(Headers.prototype, null)
Reflect.deleteProperty(Headers.prototype, 'constructor')

export function createHeaders(): ReplyHeaders {
  return new Headers() as ReplyHeaders // an empty record
}
