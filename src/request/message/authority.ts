import { isIP, isIPv6 } from '../../packages/node.cjs'

/**
 * `host` and `host:port` (RFC 3986, 3.2.2): a name, an IPv4 address, or an IP address in brackets. May be empty. A name
 * must not have an encoded delimiter such as `%2f`: code that decodes the name would read a path. WHATWG URL rejects
 * such a host too. `%20` is not a delimiter, and passes.
 */
const authority =
  /^(?:\[([\w:.%~!$&'()*+,;=-]+)\]|(?:[\w.~!$&'()*+,;=-]|%(?![01]|2[35f]|3[acef]|40|5[b-e]|7[cf])[\da-f]{2})*)(?::(\d{0,5}))?$/i

const mostPort = 65_535

/**
 * Whether a text is valid in `Host` and as the authority of a request target. A valid text has no path, no user and no
 * space.
 */
export function isAuthority(text: string): boolean {
  const found = authority.exec(text)
  if (found === null) return false
  const [, address, port] = found
  return (address === undefined || isAddress(address)) && (port === undefined || Number(port) <= mostPort)
}

/**
 * Whether a text is an IPv6 address or an address of a later version. A zone follows `%25` (RFC 6874), or `%` as
 * browsers write it.
 */
function isAddress(text: string): boolean {
  return isIPv6(text.replace(/%25/, '%')) || /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(text)
}

/** The address in an entry of a list of forwarded addresses, without brackets and port; null for any other text. */
export function readAddress(entry: string): string | null {
  if (isIP(entry) !== 0) return entry
  const [, inBrackets, plain] = /^(?:\[([^\]]*)\]|(\d[\d.]*))(?::\d{1,5})?$/.exec(entry) ?? []
  const address = inBrackets ?? plain ?? ''
  return isIP(address) === 0 ? null : address
}
