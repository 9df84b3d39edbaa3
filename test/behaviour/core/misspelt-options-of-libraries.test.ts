import { expect } from 'chai'
import { failureOf, type Loose, useServers } from './subject.js'

describe('misspelt options of libraries', () => {
  const create = useServers()

  for (const [option, name, near] of [
    ['http', 'headerTimeout', 'headersTimeout'],
    ['http', 'maxHeadersSize', 'maxHeaderSize'],
    ['logger', 'redcat', 'redact'],
    ['logger', 'serializer', 'serializers'],
    ['validatorengine.customOptions', 'allErors', 'allErrors'],
  ] as const) {
    it(`are refused among the options of node, pino and ajv: ${option}.${name}`, async () => {
      const [outer = '', inner] = option.split('.')
      const given = { [name]: 1 }
      const error = await failureOf(() => create({ [outer]: inner === undefined ? given : { [inner]: given } }))
      expect(error.code).to.equal('ALC_ERR_OPTION_UNKNOWN')
      expect(error.message).to.contain(`Option "${option}.${name}" is unknown: did you mean "${near}"`)
    })
  }

  it('are refused among the options of TLS, beside its other problems', async () => {
    const error = await failureOf(() => create({ https: { minVerson: 'TLSv1.3' } } as Loose))
    expect(error.message).to.contain('Option "https.minVerson" is unknown: did you mean "minVersion"')
  })

  it('are free among the options of node and pino where they resemble none that alcove knows', async () => {
    const http = { highWaterMark: 1024, keepAliveTimeoutBuffer: 500, own: 1 }
    await create({ http, logger: { level: 'silent', name: 'a', levelVal: 30, own: 1 } } as Loose).ready()
  })
})
