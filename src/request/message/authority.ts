import { isIP } from 'node:net'

/** `host` and `host:port` (RFC 3986, 3.2.2): a name, an IPv4 address, or an IPv6 address in brackets. May be empty. */
const authority = /^(?:\[[\w:.%~!$&'()*+,;=-]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d{0,5})?$/

/** Whether a text can name a host, as in `Host` and in a target. No path, no user, no space. */
export function isAuthority(text: string): boolean {
  return authority.test(text)
}

/** The address in an entry of a list of forwarded addresses, without brackets and port; null for any other text. */
export function readAddress(entry: string): string | null {
  if (isIP(entry) !== 0) return entry
  const [, inBrackets, plain] = /^(?:\[([^\]]*)\]|(\d[\d.]*))(?::\d{1,5})?$/.exec(entry) ?? []
  const address = inBrackets ?? plain ?? ''
  return isIP(address) === 0 ? null : address
}
