import type { ServerOptions as NodeHttpsOptions } from 'node:https'
import type { TLSSocket } from 'node:tls'
import type { ServerOptions } from '../../contracts/server-options.js'
import { containRejection } from '../../support/values.js'

/** The options of node's server for TLS; `null` for a server without TLS. */
export function tlsOptions({ https }: ServerOptions, failed: (error: unknown) => void): NodeHttpsOptions | null {
  if (!https) return null
  const given: NodeHttpsOptions = https === true ? {} : https
  const { SNICallback: find } = given
  return typeof find === 'function' ? { ...given, SNICallback: guardSni(find, failed) } : given
}

type SniCallback = NonNullable<NodeHttpsOptions['SNICallback']>

/**
 * Ends the connection if `SNICallback` is async and rejects. Node ignores the promise, so the rejection would end the
 * process. Any client could cause it, because clients choose the name.
 */
function guardSni(find: SniCallback, failed: (error: unknown) => void): SniCallback {
  return function findContext(this: TLSSocket | undefined, name, done) {
    const result: unknown = find.call(this as never, name, done) // its type has no `this`
    containRejection(result, (error) => {
      failed(error)
      this?.destroy()
    })
  }
}
