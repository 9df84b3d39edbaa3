import { createServer, errorCodes, type Instance } from 'alcove/core'
import { expect } from 'chai'
import fastify from 'fastify'
import { repository } from '../../support/repository.js'
import { runOrThrow } from '../../support/run-command.js'

/** The error that an error handler gets for a body that is too large. */
async function caught(server: Instance): Promise<unknown> {
  let seen: unknown
  server.setErrorHandler((error, _request, reply) => {
    seen = error
    reply.send('seen')
  })
  server.post('/', () => 'never')
  await server.inject({ method: 'POST', url: '/', payload: { text: 'too long' } })
  await server.close()
  return seen
}

describe('errors of conditions that Fastify documents', () => {
  it('have its name, text and own properties', async () => {
    const ours = await caught(createServer({ bodyLimit: 4 }))
    const theirs = await caught(fastify({ bodyLimit: 4 }) as unknown as Instance) // the members used here are alike
    expect(String(ours))
      .to.equal(String(theirs))
      .and.to.match(/^FastifyError \[FST_ERR_CTP_BODY_TOO_LARGE\]/)
    expect(Object.keys(Object(ours))).to.deep.equal(Object.keys(Object(theirs)))
    expect(ours).to.be.instanceOf(Error)
  })

  it('are instances of the class of either framework', async () => {
    const ours = await caught(createServer({ bodyLimit: 4 }))
    const theirs = await caught(fastify({ bodyLimit: 4 }) as unknown as Instance) // as above
    for (const error of [ours, theirs]) {
      expect(error).to.be.instanceOf(errorCodes.FST_ERR_CTP_BODY_TOO_LARGE)
      expect(error).to.be.instanceOf(fastify.errorCodes.FST_ERR_CTP_BODY_TOO_LARGE)
      expect(error).not.to.be.instanceOf(errorCodes.FST_ERR_CTP_INVALID_JSON_BODY)
    }
  })

  it('can be subclassed, and made without new', () => {
    class Larger extends errorCodes.FST_ERR_CTP_BODY_TOO_LARGE {
      readonly limit = 4
    }
    expect(new Larger()).to.be.instanceOf(Larger).and.to.include({ limit: 4, statusCode: 413 })
    const made: unknown = Reflect.apply(errorCodes.FST_ERR_CTP_BODY_TOO_LARGE, undefined, [])
    expect(made).to.include({ code: 'FST_ERR_CTP_BODY_TOO_LARGE', name: 'FastifyError' })
  })

  it('keep the name of alcove for conditions of its own', () => {
    const error = new errorCodes.ALC_ERR_JSON_TOO_DEEP(3)
    expect(String(error)).to.match(/^AlcoveError \[ALC_ERR_JSON_TOO_DEEP\]/)
  })
})

describe('errorCodes', () => {
  it('is listed, spread, found by name and printed before its first class is used', async () => {
    const first: Readonly<Record<string, string>> = {
      print: 'inspect(errorCodes)',
      list: 'Object.keys(errorCodes).join()',
      spread: 'Object.keys({ ...errorCodes }).join()',
      'look for': "'FST_ERR_NOT_FOUND' in errorCodes && errorCodes.FST_ERR_NOT_FOUND.code",
      describe: "Object.getOwnPropertyDescriptor(errorCodes, 'FST_ERR_NOT_FOUND').get().code",
    }
    for (const [use, code] of Object.entries(first)) {
      const program = `import { inspect } from 'node:util'; import { errorCodes } from 'alcove/core'; console.log(${code})`
      const args = ['--input-type=module', '--eval', program]
      const { stdout } = await runOrThrow(process.execPath, args, { cwd: repository })
      expect(stdout, use).to.contain('FST_ERR_NOT_FOUND')
    }
  })
})
