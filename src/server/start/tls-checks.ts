import type { ServerOptions } from '../../contracts/server-options.js'
import { serverCodes } from '../../errors/server-codes.js'
import { isRecord, readProperty } from '../../support/values.js'

/** Returns the checks of the certificates in `https`. The errors contain no text of a key. */
export function tlsChecks({ https, serverFactory }: ServerOptions): (() => void)[] {
  const createsServer = serverFactory === undefined // else the application reads the options
  return [() => checkTexts(https), () => createsServer && checkCertificate(https)]
}

/** Refuses texts that are not PEM, for which node's error names no option. */
function checkTexts(https: ServerOptions['https']): void {
  for (const name of ['key', 'cert', 'ca']) {
    for (const text of [readProperty(https, name)].flat()) {
      if (typeof text !== 'string' || /-----BEGIN [^\n]*\n/.test(text)) continue
      const isEscaped = text.includes('-----BEGIN') && text.includes('\\n')
      const expected = isEscaped
        ? "a text with line breaks. Write text.replaceAll('\\\\n', '\\n')"
        : 'the content of a PEM file, such as readFileSync(path)'
      const got = isEscaped ? 'a text with \\n in place of line breaks' : 'a text without the line -----BEGIN …-----'
      throw new serverCodes.FST_ERR_INIT_OPTS_INVALID(`https.${name}`, expected, got)
    }
  }
}

/** Cipher suites of TLS that need no certificate. */
const anonymous = /\b(?:aNULL|ADH|AECDH)\b/

/**
 * Refuses options without a certificate. Such a server listens, and each handshake fails. Node's servers ignore
 * `secureContext`.
 */
function checkCertificate(https: ServerOptions['https']): void {
  if (https !== true && !isRecord(https)) return // none, or of a wrong type
  const has = (name: string) => [readProperty(https, name)].flat().some((value) => Boolean(value))
  const hasKey = has('key') || has('privateKeyIdentifier')
  const isShared = has('pskCallback') || anonymous.test(String(readProperty(https, 'ciphers')))
  if ((has('cert') && hasKey) || has('pfx') || has('SNICallback') || isShared) return
  const expected = 'options with a certificate: "key" and "cert", or "pfx", or "SNICallback"'
  throw new serverCodes.FST_ERR_INIT_OPTS_INVALID('https', expected, got(has))
}

function got(has: (name: string) => boolean): string {
  if (has('cert')) return '"cert" without "key"'
  if (has('key')) return '"key" without "cert"'
  return has('secureContext') ? '"secureContext", which servers of node ignore' : 'no certificate'
}
