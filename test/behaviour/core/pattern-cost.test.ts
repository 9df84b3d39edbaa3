import { expect } from 'chai'
import { RE2JS } from 're2js'
import { createServer } from '#dist/core.js'
import { bootWarnings } from '#dist/server/warnings/boot-warnings.js'
import { failureOf, type Loose, useServers } from './subject.js'

/** As a program would give it: patterns in time that is linear in the text. */
const regExp = (pattern: string) => {
  const compiled = RE2JS.compile(pattern)
  return { test: (text: string) => compiled.matcher(text).find() }
}
const linear = { version: 8, customOptions: { code: { regExp } } }
const slow = '^(a+)+$'
/** A text for which `slow` takes about 2 ** 40 steps by backtracking. */
const text = `${'a'.repeat(40)}!`

describe('the cost of patterns', () => {
  const create = useServers()

  for (const engine of ['native', 'ajv']) {
    const serve = (body: object) => {
      const server = create({ validatorengine: { ...linear, engine } })
      server.post('/', { schema: { body } }, async (request) => request.body)
      return (payload: object) => server.inject({ method: 'POST', url: '/', payload })
    }

    it(`is linear with code.regExp by the engine ${engine}, in pattern, with the message of the pattern`, async () => {
      const send = serve({
        type: 'object',
        properties: { a: { type: 'string', pattern: slow }, b: { type: 'string', pattern: '^b$' } },
      })
      expect((await send({ a: 'aaa', b: 'b' })).json()).to.deep.equal({ a: 'aaa', b: 'b' })
      expect((await send({ a: text })).json().message).to.equal(`body/a must match pattern "${slow}"`)
      expect((await send({ b: 'a' })).json().message).to.equal('body/b must match pattern "^b$"')
    })

    it(`is linear with code.regExp by the engine ${engine}: in patternProperties, of which undeclared ones are removed`, async () => {
      const send = serve({ type: 'object', patternProperties: { [slow]: { type: 'integer' } } })
      expect((await send({ aaa: 1, [text]: 1 })).json()).to.deep.equal({ aaa: 1 })
      expect((await send({ aaa: 'x' })).statusCode).to.equal(400)
    })

    it(`is linear with code.regExp by the engine ${engine}: in names of properties`, async () => {
      const send = serve({
        type: 'object',
        properties: { [text]: {} },
        patternProperties: { '.': {} },
        propertyNames: { pattern: slow },
      })
      expect((await send({ aaa: 1 })).statusCode).to.equal(200)
      expect((await send({ [text]: 1 })).statusCode).to.equal(400)
    })

    it(`fails the boot for a pattern that the engine of code.regExp does not take (${engine})`, async () => {
      const server = create({ validatorengine: { ...linear, engine } })
      server.post('/', { schema: { body: { type: 'string', pattern: '(?=a)a' } } }, async () => 'x')
      const { code, message } = await failureOf(() => server.ready())
      expect(code).to.equal('FST_ERR_SCH_VALIDATION_BUILD')
      expect(message).to.contain('(?=')
    })
  }

  it('needs version 8 for code.regExp: version 6 would run patterns by itself', async () => {
    const { code, message } = await failureOf(() =>
      create({ validatorengine: { customOptions: { code: { regExp } } } }),
    )
    expect(code).to.equal('ALC_ERR_VALIDATOR_OPTION')
    expect(message).to.contain('code.regExp').and.contain('version: 8')
  })

  describe('in alcove check', () => {
    const warningsOf = async (schema: object, options: object = {}) => {
      const server: Loose = createServer(options)
      server.addSchema({ $id: 'shared', type: 'string', pattern: '(x*)*y' })
      server.post('/:id', { schema }, async () => 'x')
      await server.ready()
      return (bootWarnings(server) as Loose[]).map(({ subject, at }) => `${subject} ${at}`)
    }
    /** The report about a pattern, in short. */
    const costOf = async (pattern: string, more: object = {}) => {
      const server: Loose = createServer()
      server.post('/', { schema: { body: { type: 'string', pattern, ...more } } }, async () => 'x')
      await server.ready()
      const [warning, ...rest] = bootWarnings(server) as Loose[]
      expect(rest).to.deep.equal([])
      return warning === undefined ? 'linear' : /can take (.*?):/.exec(warning.message)?.[1]
    }
    const schema = {
      body: {
        type: 'object',
        properties: { a: { type: 'string', pattern: slow }, fine: { type: 'string', pattern: '^[a-z]+$' } },
        patternProperties: { '^(b*)*$': true },
      },
      params: { type: 'object', properties: { id: { type: 'string', pattern: '(\\w+\\d*)+z' } } },
    }

    const costs: Readonly<Record<string, string>> = {
      '^(a+)+$': 'exponential time',
      '^(a|a)*$': 'exponential time',
      '^(a|aa)+$': 'exponential time',
      '^(?=(a+)+$)': 'exponential time',
      '^(\\w+\\s?)*$': 'exponential time',
      '^a*a*$': 'quadratic time',
      '\\s+$': 'quadratic time',
      '^\\S+@\\S+$': 'quadratic time',
      '^.*,.*,.*$': 'time to the power of 3',
      '^[a-z]+(?:-[a-z]+)*$': 'linear',
      '^(a|b)*$': 'linear',
      '^(\\d{1,3}\\.){3}\\d{1,3}$': 'linear',
      '(a+)+': 'linear',
      '^\\p{L}+$': 'linear',
      '^[^@]+@[^@]+$': 'linear',
      'a\\-b': 'linear',
    }
    for (const [pattern, cost] of Object.entries(costs))
      it(`reports ${cost} for ${pattern}`, async () => {
        expect(await costOf(pattern)).to.equal(cost)
      }).timeout(20_000)

    it('is none for a pattern that maxLength keeps short, unless it is exponential', async () => {
      expect(await costOf('^a*a*$', { maxLength: 100 })).to.equal('linear')
      expect(await costOf('^a*a*$', { maxLength: 1e6 })).to.equal('quadratic time')
      expect(await costOf('^(a|a)*$', { maxLength: 100 })).to.equal('exponential time')
    })

    it('is a warning for a pattern of a path that its longest parameter makes slow', async () => {
      const server: Loose = createServer()
      server.get('/a/:id(^a*a*$)', async () => 'x')
      server.get('/b/:id(^a*a*a*a*b$)/:of(^\\d+$)', async () => 'x')
      await server.ready()
      const warnings = (bootWarnings(server) as Loose[]).map(({ subject, message }) => `${subject} ${message}`)
      expect(warnings).to.have.lengthOf(1)
      expect(warnings[0]).to.match(/^GET \/b\/.*, path can take time to the power of 4: /)
    })

    it('is a warning for each pattern that a client can make slow, shared schemas too', async () => {
      const found = await warningsOf(schema)
      expect(found).to.have.members([
        'POST /:id, body /properties/a/pattern',
        'POST /:id, body /patternProperties/^(b*)*$',
        'POST /:id, params /properties/id/pattern',
        'schema "shared" of root undefined',
      ])
    })

    it('is none in replies, whose values are the application’s', async () => {
      const response = { 200: { type: 'object', properties: { a: { type: 'string', pattern: slow } } } }
      expect(await warningsOf({ response })).to.deep.equal(['schema "shared" of root undefined'])
    })

    it('is none where an engine of the application runs patterns', async () => {
      expect(await warningsOf(schema, { validatorengine: linear })).to.deep.equal([])
    })
  })
})
