import type { IncomingMessage, ServerResponse } from 'node:http'
import type { InjectChain, InjectOptions, InjectResponse } from '../../contracts/inject.js'
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
    return runInjection(core.listener, options)
  })
}

export function injectWithCallback(core: ServerCore, options: InjectOptions | string, callback: InjectCallback): void {
  if (asFastify && core.status === 'started') {
    runInjection(core.listener, options, callback) // throws for options that the library refuses
    return
  }
  bootServer(core).then(
    () => {
      try {
        checkOpen(core)
        runInjection(core.listener, options, callback)
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
