import type { IncomingMessage, ServerResponse } from 'node:http'
import type { InjectChain, InjectOptions, InjectResponse } from '../../contracts/inject.js'
import { abortError } from '../../errors/coded-error.js'
import { lightMyRequest } from '../../packages/libraries.cjs'
import { asFastify } from '../../support/as-fastify.js'
import { bootServer } from '../start/boot-server.js'
import { checkOpen, type ServerCore } from '../start/server-core.js'

export type InjectCallback = (error: Error | undefined, response: InjectResponse | undefined) => void
type Dispatch = (req: IncomingMessage, res: ServerResponse) => void

/** The three forms of the library, with our types. The library accepts more than its own types declare. */
interface RunInjection {
  (dispatch: Dispatch): InjectChain
  (dispatch: Dispatch, options: InjectOptions | string): Promise<InjectResponse>
  (dispatch: Dispatch, options: InjectOptions | string, callback: InjectCallback): void
}

// This one function has all three forms.
const runInjection = ((...given: unknown[]) => lightMyRequest()(...given)) as RunInjection

/** Runs a request through the server without a socket; boots first. */
export function inject(core: ServerCore, options: InjectOptions | string): Promise<InjectResponse> {
  return bootServer(core).then(() => {
    checkOpen(core)
    const answer = runInjection(dispatchOf(core, options), options)
    return streamsPayload(options) ? answer.then(endWithReader) : answer
  })
}

function streamsPayload(options: InjectOptions | string): boolean {
  return typeof options === 'object' && options.payloadAsStream === true
}

/** Ends the answer when its reader destroys the stream. The library would let the handler wait for ever. */
function endWithReader(response: InjectResponse): InjectResponse {
  response.stream().once('close', () => response.raw.res.destroy())
  return response
}

/** Passes the request on. The library reads the signal only until the body of the request is read. */
function dispatchOf(core: ServerCore, options: InjectOptions | string): Dispatch {
  const signal = typeof options === 'object' ? options.signal : undefined
  if (signal === undefined) return core.listener
  return (req, res) => {
    const abort = () => res.destroy(abortError(signal.reason))
    signal.addEventListener('abort', abort)
    res.once('close', () => signal.removeEventListener('abort', abort))
    core.listener(req, res)
  }
}

export function injectWithCallback(core: ServerCore, options: InjectOptions | string, then: InjectCallback): void {
  const streams = streamsPayload(options)
  const callback: InjectCallback = (error, response) =>
    then(error, streams && response ? endWithReader(response) : response)
  const run = () => runInjection(dispatchOf(core, options), options, callback)
  if (asFastify && core.status === 'started') {
    run() // throws for options that the library refuses
    return
  }
  bootServer(core).then(
    () => {
      try {
        checkOpen(core)
        run()
      } catch (error) {
        callback(error as Error, undefined) // an error of the library or of the dispatch
      }
    },
    (error) => callback(error, undefined),
  )
}

/** Returns a chain that sends the request when it is awaited. A failed boot fails the request. */
export function injectByChain(core: ServerCore): InjectChain {
  return runInjection((req, res) => {
    bootServer(core).then(
      () => core.listener(req, res),
      (error) => res.emit('error', error),
    )
  })
}
