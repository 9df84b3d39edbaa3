import type { IncomingMessage } from 'node:http'
import type { ServerOptions } from '../../contracts/server-options.js'
import { type CodedError, causedBy } from '../../errors/coded-error.js'
import { serverCodes } from '../../errors/server-codes.js'
import { proxyAddr as loadProxyAddr } from '../../packages/libraries.cjs'
import { asFastify } from '../../support/as-fastify.js'
import { containRejection, describeValue, isAsyncFunction, showJson } from '../../support/values.js'
import { isAuthority, readAddress } from './authority.js'
import { ServerRequest } from './request.js'

/** The peer has no address on a Unix socket, and after it has left. */
type Trust = (address: string | undefined, hop: number) => boolean
type OwnTrust = (address: string, hop: number) => boolean

const ignoredHops =
  'The option "trustProxy" is a number, so the server trusts no proxy. Give the addresses of your proxies.'

/** The request class of a server: plain, or one that trusts its proxies (`trustProxy`). */
export function createRequestClass(
  option: ServerOptions['trustProxy'],
  Base: typeof ServerRequest = ServerRequest,
): typeof ServerRequest {
  if (option === undefined || option === false || option === 0) return Base
  const trust = toTrust(option)
  const proxyAddr = loadProxyAddr()

  return class TrustingRequest extends Base {
    override get ip(): string {
      return realAddresses(proxyAddr.all(this.raw, trust)).at(-1) ?? super.ip
    }

    override get ips(): string[] {
      return realAddresses(proxyAddr.all(this.raw, trust))
    }

    override get host(): string {
      const forwarded = lastForwarded(this.raw, 'x-forwarded-host', trust)
      return forwarded === undefined || forwarded === '' || !isAuthority(forwarded) ? super.host : forwarded
    }

    override get protocol(): 'http' | 'https' {
      const given = lastForwarded(this.raw, 'x-forwarded-proto', trust)
      if (asFastify && given) return given as 'http' // any protocol that the proxy sends
      const forwarded = given?.toLowerCase()
      return forwarded === 'http' || forwarded === 'https' ? forwarded : super.protocol
    }
  }
}

/**
 * Returns addresses, the nearest first, up to the first entry that is not an address. No proxy confirms the entries
 * behind it.
 */
function realAddresses(entries: readonly string[]): string[] {
  const addresses: string[] = []
  const isNamed = entries[0] !== undefined // the peer, which has no address on a Unix socket
  for (const entry of isNamed ? entries : entries.slice(1)) {
    const address = readAddress(entry)
    if (address === null) break
    addresses.push(address)
  }
  return addresses
}

function toTrust(option: NonNullable<ServerOptions['trustProxy']>): Trust {
  if (typeof option === 'function') return asFastify ? (option as Trust) : decided(option) // Fastify passes undefined
  if (option === true) return () => true
  if (option === false) return () => false
  if (typeof option === 'number') {
    // A number does not identify the peer: any client could send that many entries.
    if (!asFastify) process.emitWarning(ignoredHops, { code: 'ALC_WARN_TRUST_PROXY' })
    return () => false
  }
  return compileAddresses(typeof option === 'string' ? option.split(',').map((part) => part.trim()) : option)
}

function compileAddresses(addresses: string[]): Trust {
  try {
    return loadProxyAddr().compile(addresses) as Trust // it accepts no value that is not an address
  } catch (error) {
    if (asFastify) throw error
    const expected = "IP addresses, subnets such as '10.0.0.0/8', or the names 'loopback', 'linklocal', 'uniquelocal'"
    throw causedBy(new serverCodes.FST_ERR_INIT_OPTS_INVALID('trustProxy', expected, showJson(addresses)), error)
  }
}

/** A promise is truthy: an async function would trust every client. */
function decided(trust: OwnTrust): Trust {
  if (isAsyncFunction(trust)) throw undecided('an async function')
  return (address, hop) => {
    const answer: unknown = trust(address ?? '', hop)
    if (typeof answer !== 'object' || answer === null) return Boolean(answer)
    containRejection(answer)
    throw undecided(`a function that returned ${describeValue(answer)}`)
  }
}

function undecided(got: string): CodedError {
  return new serverCodes.FST_ERR_INIT_OPTS_INVALID('trustProxy', 'a function that returns true or false', got)
}

/** The entry that the nearest proxy added, if the peer is trusted. */
function lastForwarded(raw: IncomingMessage, name: string, trust: Trust): string | undefined {
  const value = raw.headers[name]
  if (value === undefined || !trust(raw.socket?.remoteAddress, 0)) return undefined
  const text = Array.isArray(value) ? value.join(',') : value
  return text.slice(text.lastIndexOf(',') + 1).trim()
}
