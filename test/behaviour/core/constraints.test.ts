import { expect } from 'chai'
import { failureOf, type Loose, useServers } from './subject.js'

describe('Constraints that cannot hold end the boot', () => {
  const create = useServers()
  const handler = async () => 'served'

  const tenant = {
    name: 'tenant',
    storage: () => {
      const handlers = new Map<unknown, unknown>()
      return {
        get: (key: unknown) => handlers.get(key) ?? null,
        set: (key: unknown, store: unknown) => void handlers.set(key, store),
      }
    },
    deriveConstraint: (req: Loose) => req.headers['x-tenant'],
  }
  const boot = (constraints: unknown, strategy: object = tenant) =>
    failureOf(async () => {
      const server = create({ constraints: { strategy } } as Loose)
      server.get('/users', { constraints } as Loose, handler)
      await server.ready()
    })

  const wrong: Record<string, { constraints: unknown; message: string }> = {
    'a host that is a number': {
      constraints: { host: 8080 },
      message: 'Constraint "host" of GET /users must be a string or a RegExp, such as \'a.example\', got number 8080',
    },
    'a host that is null': { constraints: { host: null }, message: 'got null' },
    'a host that is an object': { constraints: { host: {} }, message: 'got an object' },
    'a host of a missing environment variable': {
      constraints: { host: undefined },
      message: 'Constraint "host" of GET /users is undefined. Give it a value, or remove the key',
    },
    'a host with a pattern': {
      constraints: { host: '*.example' },
      message:
        'Constraint "host" of GET /users is "*.example", which no request has as its host. Write a RegExp for a pattern',
    },
    'an origin in place of a host': {
      constraints: { host: 'https://a.example' },
      message: "no request has as its host. Write the host alone: 'a.example'",
    },
    'a version that is a number': {
      constraints: { version: 2 },
      message: "must be a string that begins with a number, such as '1.2.0', got number 2",
    },
    'a range as version': { constraints: { version: '^1.0.0' }, message: 'got the string "^1.0.0"' },
    'an empty version': { constraints: { version: '' }, message: 'got the string ""' },
    'a misspelt name': {
      constraints: { hosst: 'a.example' },
      message: 'has no strategy. There are "version", "host", "tenant". Write "host"',
    },
    'an unknown name': {
      constraints: { region: 'eu' },
      message: 'Add one with addConstraintStrategy before the route',
    },
    'a string': { constraints: 'a.example', message: 'The constraints of GET /users must be an object' },
    'a list': { constraints: ['a.example'], message: 'The constraints of GET /users must be an object' },
  }
  for (const [what, { constraints, message }] of Object.entries(wrong)) {
    it(what, async () => {
      const error = await boot(constraints)
      expect(error.code).to.equal('ALC_ERR_ROUTE_CONSTRAINT')
      expect(error.message).to.contain(message)
    })
  }

  it('a value that its own strategy refuses, with the reason of the strategy', async () => {
    const validate = (value: unknown) => {
      if (typeof value !== 'string') throw new Error('a tenant is a string')
    }
    const error = await boot({ tenant: 7 }, { ...tenant, validate })
    expect(error.code).to.equal('ALC_ERR_ROUTE_CONSTRAINT')
    expect(error.message).to.contain('"tenant" of GET /users is refused by the strategy: a tenant is a string')
    expect(error.cause).to.be.an('error')
  })

  it('a store that throws, with its reason', async () => {
    const storage = () => ({
      get: () => null,
      set: () => {
        throw new Error('the store is full')
      },
    })
    const error = await boot({ tenant: 'a' }, { ...tenant, storage })
    expect(error.code).to.equal('ALC_ERR_ROUTE_CONSTRAINT')
    expect(error.message).to.contain('a constraint of GET /users: the store is full.')
  })

  const broken: Record<string, { strategy: object; message: string }> = {
    'validate is async': {
      strategy: { ...tenant, validate: () => Promise.reject(new Error('too late')) },
      message: 'validate of constraint strategy "tenant" must not be async',
    },
    'storage gives null': {
      strategy: { ...tenant, storage: () => null },
      message: 'storage() of constraint strategy "tenant" must return an object with get and set, got null',
    },
    'storage is async': {
      strategy: { ...tenant, storage: async () => Promise.reject(new Error('too late')) },
      message: 'must return an object with get and set, got a promise',
    },
  }
  for (const [what, { strategy, message }] of Object.entries(broken)) {
    it(`a strategy whose ${what}`, async () => {
      const error = await boot({ tenant: 'a' }, strategy)
      expect(error.code).to.equal('ALC_ERR_CONSTRAINT_STRATEGY')
      expect(error.message).to.contain(message)
    })
  }

  for (const strategy of [null, {}, { ...tenant, name: 7 }, { ...tenant, validate: 'text' }] as Loose[]) {
    it(`addConstraintStrategy with ${JSON.stringify(strategy)}`, async () => {
      const error = await failureOf(async () => create().addConstraintStrategy(strategy))
      expect(error.code).to.equal('ALC_ERR_CONSTRAINT_STRATEGY')
    })
  }

  it('a strategy that is added twice, or after a route that uses it', async () => {
    const server = create()
    server.addConstraintStrategy(tenant)
    const twice = await failureOf(async () => server.addConstraintStrategy(tenant))
    expect(twice.message).to.equal('Constraint strategy "tenant" is added twice. Remove one, or rename it')
    server.get('/', { constraints: { host: 'a.example' } }, handler)
    const late = await failureOf(async () => server.addConstraintStrategy({ ...tenant, name: 'host' }))
    expect(late.message).to.contain('after a route that has this constraint')
  })

  it('but null are none, and an own strategy of the name host takes any value', async () => {
    const server = create({ constraints: { host: { ...tenant, name: 'host' } } } as Loose)
    server.get('/', { constraints: null } as Loose, handler)
    server.get('/seven', { constraints: { host: 7 } }, handler)
    expect((await server.inject('/')).body).to.equal('served')
    expect((await server.inject('/seven')).statusCode).to.equal(404)
    expect(server.hasRoute({ method: 'GET', url: '/' })).to.equal(true)
  })

  for (const [path, reason] of Object.entries({
    users: 'The first character of a path should be `/` or `*`',
    '/*/raw': 'Wildcard must be the last character in the route',
    '/:id(^x': 'Invalid regexp expression in "/:id(^x"',
  })) {
    it(`a path that the router refuses: ${path}`, async () => {
      const error = await failureOf(async () => {
        const server = create()
        server.get(path, handler)
        await server.ready()
      })
      expect(error.code).to.equal('ALC_ERR_ROUTE_PATH')
      expect(error.message).to.equal(`The router refuses the path of GET ${path}: ${reason}. Change the path`)
    })
  }
})

describe('A host constraint', () => {
  const create = useServers()

  /** The answer of a server with routes for hosts, and one for all others. */
  async function answerTo(host: string) {
    const server = create()
    server.get('/', { constraints: { host: 'Admin.example' } }, async () => 'admin')
    server.get('/', { constraints: { host: /^api\d\.example$/ } }, async () => 'api')
    server.get('/', { constraints: { host: /^(?!api|admin)[A-Z]+\.tenant$/g } }, async () => 'tenant')
    server.get('/', async () => 'others')
    return (await server.inject({ url: '/', headers: { host } })).body
  }

  for (const [host, expected] of [
    ['admin.example', 'admin'],
    ['ADMIN.Example', 'admin'],
    ['API7.example', 'api'],
    ['north.tenant', 'tenant'],
    ['Admin.tenant', 'others'],
    ['admin.example.org', 'others'],
  ]) {
    it(`has no case: a request for ${host} gets the route of ${expected}`, async () => {
      expect(await answerTo(host ?? '')).to.equal(expected)
    })
  }

  it('may be the same pattern for several versions', async () => {
    const server = create()
    server.get('/', { constraints: { host: /^a$/, version: '1.0.0' } }, async () => 'first')
    server.get('/', { constraints: { host: /^a$/, version: '2.0.0' } }, async () => 'second')
    const bodyOf = async (version: string) =>
      (await server.inject({ url: '/', headers: { host: 'a', 'accept-version': version } })).body
    expect([await bodyOf('1.x'), await bodyOf('2.x')]).to.deep.equal(['first', 'second'])
  })

  it('is the same in another case: the second route is refused, and both are found', async () => {
    const server = create()
    server.get('/', { constraints: { host: 'a.example' } }, async () => 'a')
    const error = await failureOf(async () => {
      server.get('/', { constraints: { host: 'A.example' } }, async () => 'b')
      await server.ready()
    })
    expect(error.code).to.equal('FST_ERR_DUPLICATED_ROUTE')
    expect(server.hasRoute({ method: 'GET', url: '/', constraints: { host: 'A.EXAMPLE' } })).to.equal(true)
  })
})
