// Responses over HTTP/2 of a server that `serverFactory` has returned. Node's own class creates them.
import type { ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import { checkTrailerField, checkValue, checkValues, type Values } from './http2-head.js'

type Method = (this: Http2ServerResponse, ...given: unknown[]) => unknown

/** A method that checks its arguments before node's method runs. */
function checked(
  name: 'setHeader' | 'appendHeader' | 'setTrailer' | 'writeHead',
  check: (...given: unknown[]) => void,
) {
  const value: Method = function checkAndCall(...given) {
    check(...given)
    const method: Method = Reflect.get(Object.getPrototypeOf(this), name) // the class of the response has it
    return method.apply(this, given)
  }
  return { configurable: true, writable: true, value }
}

const members: PropertyDescriptorMap = {
  destroyed: {
    configurable: true,
    get(this: Http2ServerResponse): boolean {
      return this.stream.destroyed
    },
  },
  setHeader: checked('setHeader', (name, value) => checkValue(String(name), value)),
  appendHeader: checked('appendHeader', (name, value) => checkValue(String(name), value)),
  setTrailer: checked('setTrailer', checkTrailerField), // `addTrailers` calls it for each trailer
  writeHead: checked('writeHead', (_status, message, headers) => {
    checkValues((typeof message === 'object' ? message : headers) as Values | undefined) // node refuses other values
  }),
}

/**
 * Adds the members of `http2-outgoing.ts` that a response of node lacks. Without `destroyed`, a stream for a client that
 * has left would never end. Without the checks, line breaks in values would be sent, and some trailers would leave the
 * answer without its end.
 */
export function completeHttp2(res: ServerResponse & { stream?: object }): void {
  if (res.stream !== undefined && !('destroyed' in res)) Object.defineProperties(res, members)
}
