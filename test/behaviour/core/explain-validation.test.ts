import { expect } from 'chai'
import { type Loose, type RouteOptions, type Server, useServers } from './subject.js'

const order = {
  type: 'object',
  required: ['items'],
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        required: ['price'],
        additionalProperties: false,
        properties: { sku: { type: 'string', maxLength: 5 }, price: { type: 'number', minimum: 0 } },
      },
    },
    country: { type: 'string', enum: ['DE', 'FR', 'GB'] },
    'a/b~c': { type: 'integer' },
  },
}

for (const version of [6, 8] as const) {
  describe(`explainValidation, version ${version} of the validator`, () => {
    const create = useServers()
    let lines: Loose[] = []

    function subject(options: object = { explainValidation: true }, route: RouteOptions = { schema: { body: order } }) {
      lines = []
      const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
      const server = create({ logger: { stream }, validatorengine: { version }, ...options })
      server.post('/orders', route, async () => 'accepted')
      return server
    }

    async function refusedOf(server: Server, payload: unknown, url = '/orders'): Promise<Loose> {
      const answer = await server.inject({ method: 'POST', url, payload: payload as object })
      expect(answer.statusCode).to.equal(400)
      expect(Object.keys(answer.json())).to.deep.equal(['statusCode', 'error', 'message'])
      return lines.find((line) => 'refused' in line)
    }

    it('logs the missing property, the value found there, and a name that is similar', async () => {
      const { refused, msg } = await refusedOf(subject(), { items: [{ sku: 'a', prise: 3 }] })
      expect(refused).to.deep.equal([
        { path: 'body/items/0', sent: '{"sku":"a","prise":3}', expected: 'a property "price"', near: ['prise'] },
      ])
      expect(msg).to.equal(
        'POST /orders was refused:\n  body/items/0: expected a property "price", got {"sku":"a","prise":3} (near: "prise")',
      )
    })

    it('names the accepted value that came near', async () => {
      const { refused } = await refusedOf(subject(), { items: [], country: 'GD' })
      expect(refused).to.deep.equal([
        { path: 'body/country', sent: '"GD"', expected: 'one of "DE", "FR", "GB"', near: ['GB'] },
      ])
    })

    for (const [what, body, path, sent, expected] of [
      ['a type', { items: 3 }, 'body/items', '3', 'of type array'],
      ['a bound', { items: [{ price: -1 }] }, 'body/items/0/price', '-1', 'a number >= 0'],
      ['a length', { items: [{ price: 1, sku: '123456' }] }, 'body/items/0/sku', '"123456"', 'at most 5 characters'],
      ['a name with slash and tilde', { items: [], 'a/b~c': 'x' }, 'body/a~1b~0c', '"x"', 'of type integer'],
    ] as const) {
      it(`logs ${what} by path, value and expectation`, async () => {
        const { refused } = await refusedOf(subject(), body)
        expect(refused).to.deep.equal([{ path, sent, expected, near: [] }])
      })
    }

    it('shows what was sent, not what coercion made of it, and names the part as messages do', async () => {
      const server = subject(undefined, { schema: { querystring: { page: { type: 'integer', minimum: 1 } } } })
      const { refused } = await refusedOf(server, {}, '/orders?page=0')
      expect(refused).to.deep.equal([{ path: 'querystring/page', sent: '"0"', expected: 'a number >= 1', near: [] }])
    })

    it('truncates long values, and logs at most 20 failures', async () => {
      const server = subject({
        explainValidation: true,
        validatorengine: { version, customOptions: { allErrors: true } },
      })
      const items = Array.from({ length: 30 }, () => ({ sku: 'x'.repeat(5000) }))
      const { refused } = await refusedOf(server, { items })
      expect(refused).to.have.length(20)
      for (const { sent } of refused) expect(sent.length).to.be.below(110)
    })

    it('shows what JSON has no form for by its kind, and refuses the request all the same', async () => {
      const server = subject({ explainValidation: true, bodyValidation: 'parsed' })
      server.addContentTypeParser('text/circle', (_request: Loose, _payload: Loose, done: Loose) => {
        const body: Loose = { items: [{ price: 12n }] }
        body.items[0].self = body
        body.items = { 0: body }
        done(null, body)
      })
      const headers = { 'content-type': 'text/circle' }
      const answer = await server.inject({ method: 'POST', url: '/orders', headers, payload: 'x' })
      expect(answer.statusCode, answer.body).to.equal(400)
      expect(lines.find((line) => 'refused' in line).refused[0]).to.include({ path: 'body/items', sent: 'an object' })
    })

    it('is off by default: what clients send may be secret', async () => {
      expect(await refusedOf(subject({}), { items: 3 })).to.equal(undefined)
    })

    it('leaves failures of another library to that library', async () => {
      const server = subject(undefined, {
        schema: { body: order },
        validatorCompiler: () => () => ({ error: new Error('of its own') }),
      })
      expect(await refusedOf(server, { items: 3 })).to.equal(undefined)
    })

    it('logs the explanation too where the failure is attached to the request', async () => {
      const server = subject(undefined, { schema: { body: order }, attachValidation: true })
      const answer = await server.inject({ method: 'POST', url: '/orders', payload: { items: 3 } })
      expect(answer.body).to.equal('accepted')
      expect(lines.find((line) => 'refused' in line).refused[0].path).to.equal('body/items')
    })
  })
}
