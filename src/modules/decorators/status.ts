import type { AnyMethodDecorator } from './decorator-types.js'
import { misuse, wrongArgument } from './misuse.js'
import { methodDecorator } from './record.js'
import { refuseBare } from './targets.js'

/**
 * The status of the answers of a handler that does not call `reply.code` (docs/guide/controllers.md). Without it, the
 * status is the only 2xx status with a declared response schema, else 200. With 204 the answer is empty.
 *
 * @example
 * ```ts
 * @Status(202)
 * @Post('/jobs')
 * start() {
 *   return { queued: true }
 * }
 * ```
 * @throws ALC_ERR_STATUS at boot, if the route declares 2xx schemas, but none for this status
 * @throws ALC_ERR_DECORATOR_ARGUMENT for a code that is not a status from 200 to 599
 */
export function Status(code: number): AnyMethodDecorator
export function Status(...given: [code: number]): AnyMethodDecorator {
  refuseBare('Status', given)
  const [code] = given
  return methodDecorator('Status', ({ status }, where) => {
    if (!Number.isInteger(code) || code < 200 || code > 599) {
      throw wrongArgument('Status', where, code, 'a status from 200 to 599')
    }
    if (status !== null) throw misuse('ALC_ERR_DECORATOR_TWICE', 'Status', where, 'status')
    return { status: code }
  })
}
