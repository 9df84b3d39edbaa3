// Hot path: node makes one for every request over HTTP/2.
import type { OutgoingHttpHeaders } from 'node:http'
import type { Http2ServerResponse, ServerHttp2Stream } from 'node:http2'
import type { nodeHttp2 } from '../../packages/node.cjs'

/** The method of a response over HTTP/2 that writes the head of an answer whose whole body is known. */
export const writeWholeHead = Symbol('alcove.writeWholeHead')

/** A member beside those of node's own responses. The responses of a server of the application lack it. */
export interface WholeResponse {
  [writeWholeHead]?(status: number, headers: OutgoingHttpHeaders, isEmpty: boolean): void
}

/** Node's types omit this method. `addTrailers` calls it for each trailer. */
interface TrailerSetter {
  setTrailer(name: string, value: string): void
}

type Outgoing = new (stream: ServerHttp2Stream) => Http2ServerResponse & TrailerSetter

/**
 * Node announces trailers in each response of its compatibility layer. The end of the stream then takes a frame and a
 * system call of its own. Here it is in the last frame of the body, or in the head of an answer without a body. Without
 * this class the workload `http2` takes 1.21 of the time on node 20 (`npm run bench -- --ablate --quick --only http2
 * --kinds without-end-stream`).
 */
export function createHttp2Outgoing(http2: ReturnType<typeof nodeHttp2>): typeof Http2ServerResponse {
  const Base = http2.Http2ServerResponse as unknown as Outgoing // its constructor is called by node alone
  class Http2Outgoing extends Base implements WholeResponse {
    #hasTrailers = false

    override setTrailer(name: string, value: string): void {
      this.#hasTrailers = true
      super.setTrailer(name, value)
    }

    [writeWholeHead](status: number, headers: OutgoingHttpHeaders, isEmpty: boolean): void {
      const { stream } = this
      // One listener is node's own.
      if (this.#hasTrailers || stream.listenerCount('wantTrailers') > 1) {
        this.writeHead(status, headers)
        return
      }
      const { respond } = stream
      const respondAtOnce: typeof respond = (sent, options) => {
        respond.call(stream, sent, { ...options, endStream: isEmpty, waitForTrailers: false })
      }
      stream.respond = respondAtOnce
      try {
        this.writeHead(status, headers) // libraries replace this method, to change headers at the last moment
      } finally {
        stream.respond = respond // an answer to an error may follow
      }
    }
  }
  return Http2Outgoing as unknown as typeof Http2ServerResponse // as above
}
