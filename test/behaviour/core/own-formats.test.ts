import { createServer, type Instance } from 'alcove/core'
import { expect } from 'chai'
import { thrownBy } from '../../schema/compile.js'

const engines = [6, 8].flatMap((version) => ['native', 'ajv'].map((engine) => ({ version, engine })))

function serverWith(customOptions: Record<string, unknown>, settings: object = {}): Instance {
  const server = createServer({ validatorengine: { ...settings, customOptions } })
  const properties = { text: { type: 'string', format: 'own' }, number: { type: 'integer', format: 'own' } }
  server.post('/', { schema: { body: { type: 'object', properties } } }, ({ body }) => body)
  return server
}

async function statusesOf(server: Instance, bodies: readonly object[]): Promise<number[]> {
  const statuses: number[] = []
  for (const payload of bodies) {
    statuses.push((await server.inject({ method: 'POST', url: '/', payload })).statusCode)
  }
  await server.close()
  return statuses
}

describe('A format of the application', () => {
  const isOk = (text: unknown) => text === 'ok'
  const forms: Record<string, unknown> = {
    'a regular expression': /^ok$/,
    'the text of one': '^ok$',
    'one that finds each match': /^ok$/g,
    'one that begins where it ended': /ok$/y,
    'one of another engine': { test: isOk },
    'a function': isOk,
    'an object with a regular expression': { validate: /^ok$/ },
    'an object with its text': { validate: '^ok$' },
    'an object with a function': { type: 'string', validate: isOk },
  }
  const wrong: Record<string, [formats: unknown, message: RegExp]> = {
    'a list': [['own'], /formats is an array\. A format is a regular expression/],
    'a number': [{ own: 5 }, /formats\.own is number 5/],
    null: [{ own: null }, /formats\.own is null/],
    'an object without a test': [{ own: { pattern: /^a/ } }, /formats\.own\.validate is undefined/],
    'an object with a number': [{ own: { validate: 5 } }, /formats\.own\.validate is number 5/],
    'a type that formats do not have': [
      { own: { type: 'integer', validate: isOk } },
      /own\.type is the string "integer"/,
    ],
    'an async function': [{ own: async () => false }, /formats\.own is an async function\. .* returns true or false/],
    'an object with an async function': [
      { own: { validate: async () => false } },
      /own\.validate is an async function/,
    ],
    'a text that is no expression': [{ own: '(' }, /formats\.own cannot be read: Invalid regular expression/],
  }

  for (const settings of engines) {
    describe(`under version ${settings.version} and the engine ${settings.engine}`, () => {
      for (const [what, own] of Object.entries(forms)) {
        it(`may be ${what}, with the same result for each request`, async () => {
          const bodies = [{ text: 'ok' }, { text: 'ok' }, { text: 'no' }, { text: 'ok' }, { number: 7 }]
          expect(await statusesOf(serverWith({ formats: { own } }, settings), bodies)).to.deep.equal([
            200, 200, 400, 200, 200,
          ])
        })
      }

      it('with the flag y begins at the begin of the text, not at that of a line', async () => {
        const bodies = [{ text: 'ok' }, { text: 'no\nok' }]
        expect(await statusesOf(serverWith({ formats: { own: /^ok/my } }, settings), bodies)).to.deep.equal([200, 400])
      })

      it('accepts any value if it is true', async () => {
        for (const own of [true, { validate: true }, { type: 'number', validate: true }]) {
          const bodies = [{ text: 'x' }, { number: 7 }]
          expect(await statusesOf(serverWith({ formats: { own } }, settings), bodies)).to.deep.equal([200, 200])
        }
      })

      it('is for numbers if its type is number', async () => {
        const own = { type: 'number', validate: (value: number) => value < 5 }
        const bodies = [{ text: 'x' }, { number: 4 }, { number: 7 }]
        expect(await statusesOf(serverWith({ formats: { own } }, settings), bodies)).to.deep.equal([200, 200, 400])
      })

      for (const [what, [formats, message]] of Object.entries(wrong)) {
        it(`is a boot error if it is ${what}`, () => {
          const error = thrownBy(() => serverWith({ formats }, settings))
          expect(error.code).to.equal('ALC_ERR_VALIDATOR_FORMATS')
          expect(error.message).to.match(message)
        })
      }

      it('that is undefined is not known, and the boot shows how to add it', async () => {
        const error = await serverWith({ formats: { own: undefined } }, settings)
          .ready()
          .then(undefined, ({ message }: Error) => message)
        expect(error).to.contain(
          'add it to validatorengine.customOptions.formats, where { "own": true } accepts any value',
        )
      })
    })
  }

  for (const engine of ['native', 'ajv']) {
    it(`that is not known is accepted by the option unknownFormats of version 6, engine ${engine}`, async () => {
      for (const unknownFormats of ['ignore', ['own']]) {
        const server = serverWith({ unknownFormats, logger: false }, { engine })
        expect(await statusesOf(server, [{ text: 'x' }, { text: 7 }, { number: 'x' }])).to.deep.equal([200, 200, 400])
      }
      const error = await serverWith({ unknownFormats: ['another'] }, { engine })
        .ready()
        .then(undefined, ({ code }) => code)
      expect(error).to.equal('FST_ERR_SCH_VALIDATION_BUILD')
    })
  }
})
