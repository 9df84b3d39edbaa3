import { once } from 'node:events'
import { bootstrap, Module } from 'alcove'
import { expect } from 'chai'
import { readPage } from '../../docs/markdown.js'
import { listedNames, sectionOf } from '../../docs/sections.js'
import { failureOf, type Loose, useServers } from './subject.js'

/** A value of each type that an option may wrongly have. Lists and objects are empty. */
const samples: Readonly<Record<string, unknown>> = {
  text: 'x',
  fraction: 0.5,
  list: [],
  object: {},
  function: () => {},
  true: true,
  symbol: Symbol('s'),
}

/** The types that each option accepts. Values of all others are refused. */
type Accepted = Readonly<Record<string, readonly (keyof typeof samples)[]>>

const router: Accepted = {
  ignoreTrailingSlash: ['true'],
  ignoreDuplicateSlashes: ['true'],
  maxParamLength: [],
  caseSensitive: ['true'],
  allowUnsafeRegex: ['true'],
  useSemicolonDelimiter: ['true'],
  constraints: ['object'],
  querystringParser: ['function'],
  buildPrettyMeta: ['function'],
  compile: ['true'],
  defaultRoute: ['function'],
  onBadUrl: ['function'],
  onMaxParamLength: ['function'],
}

const server: Accepted = {
  routerOptions: ['object'],
  validatorengine: ['object'],
  ajv: ['object'],
  compile: [],
  precompiled: [],
  schemaController: ['object'],
  schemaErrorFormatter: ['function'],
  serializerOpts: ['object'],
  bodyValidation: [],
  strictResponses: ['true'],
  bodyLimit: [],
  maxJsonDepth: [],
  onProtoPoisoning: [],
  onConstructorPoisoning: [],
  http: ['object'],
  https: [], // it needs a certificate
  http2: ['true'],
  http2SessionTimeout: [],
  serverFactory: ['function'],
  connectionTimeout: [],
  keepAliveTimeout: [],
  requestTimeout: [],
  maxRequestsPerSocket: [],
  maxConnections: [],
  handlerTimeout: [],
  forceCloseConnections: ['true'],
  return503OnClosing: ['true'],
  gracefulShutdown: ['true', 'object'],
  health: ['true', 'object'],
  clientErrorHandler: ['function'],
  frameworkErrors: ['function'],
  exposeServerErrors: ['true'],
  explainValidation: ['true'],
  rewriteUrl: ['function'],
  trustProxy: ['text', 'list', 'function', 'true', 'fraction'], // the boot checks the addresses
  exposeHeadRoutes: ['true'],
  allowErrorHandlerOverride: ['true'],
  logger: ['true', 'object'],
  loggerInstance: [],
  disableRequestLogging: ['function', 'true'],
  logController: [],
  childLoggerFactory: ['function'],
  logSerializers: ['object'],
  requestIdHeader: ['text', 'true'],
  requestIdLogLabel: ['text'],
  genReqId: ['function'],
  pluginTimeout: [],
}

const gracefulShutdown: Accepted = { signals: ['list'], delay: ['fraction'], drainTimeout: ['fraction'], timeout: [] }

const health: Accepted = {
  liveness: [],
  readiness: [],
  checks: ['object'],
  checkTimeout: ['fraction'],
  maxAge: ['fraction'],
}

const validator: Accepted = {
  version: [],
  dialect: [],
  engine: [],
  customOptions: ['object'],
  plugins: ['list'],
  onCreate: ['function'],
}

const listen: Accepted = {
  port: [],
  host: ['text'],
  path: ['text'],
  backlog: [],
  exclusive: ['true'],
  readableAll: ['true'],
  writableAll: ['true'],
  ipv6Only: ['true'],
  signal: [],
  listenTextResolver: ['function'],
}

const groups: readonly (readonly [section: string, options: Accepted, at: (value: object) => object])[] = [
  ['Server', server, (value) => value],
  ['Router', router, (routerOptions) => ({ routerOptions })],
  ['gracefulShutdown', gracefulShutdown, (value) => ({ gracefulShutdown: value })],
  ['health', health, (value) => ({ health: value })],
  ['Default validator', validator, (validatorengine) => ({ validatorengine })],
]

function refusedBy(accepted: readonly string[]): [string, unknown][] {
  return Object.entries(samples).filter(([type]) => !accepted.includes(type))
}

describe('the types of options', () => {
  const create = useServers()

  for (const [section, options, at] of [...groups, ['listen', listen] as const]) {
    it(`are listed here for each option of "${section}" in docs/reference/options.md`, async () => {
      const listed = listedNames(sectionOf(await readPage('docs/reference/options.md'), section))
      expect(Object.keys(options)).to.have.members([...listed])
    })

    if (at === undefined) continue
    for (const [name, accepted] of Object.entries(options)) {
      for (const [type, value] of refusedBy(accepted)) {
        it(`of "${section}": ${name} is refused with a ${type}`, async () => {
          const error = await failureOf(() => create(at({ [name]: value }) as Loose))
          expect(error.code).to.match(/^(FST|ALC)_ERR_/)
          expect(error.message).to.match(new RegExp(name === 'logController' ? 'log ?controller' : wordOf(name), 'i'))
        })
      }
    }
  }

  for (const [name, accepted] of Object.entries(listen)) {
    for (const [type, value] of refusedBy(accepted)) {
      it(`of "listen": ${name} is refused with a ${type}`, async () => {
        const error = await failureOf(() => create().listen({ [name]: value }))
        expect(error.code).to.equal('FST_ERR_LISTEN_OPTIONS_INVALID')
        expect(error.message).to.contain(name)
      })
    }
  }

  it('are refused together, in one error', async () => {
    const error = await failureOf(() => create({ http2: 'yes', genReqId: 5, routerOptions: { caseSensitive: 0 } }))
    expect(error.message).to.equal(
      [
        'The boot found 3 problems:',
        '  1. Option "routerOptions.caseSensitive" must be true or false, got number 0',
        '  2. Option "http2" must be true or false, got the string "yes"',
        '  3. Option "genReqId" must be a function, got number 5',
      ].join('\n'),
    )
  })

  it('are refused in one error with limits, functions and options of the validator, of probes and of the shutdown', async () => {
    const error = await failureOf(() =>
      create({
        bodyLimit: -1,
        querystringParser: 5,
        bodyValidation: 'all',
        gracefulShutdown: { delay: -1 },
        health: { liveness: 'livez' },
        validatorengine: { version: 7 },
        serializerOpts: { engine: 'x' },
      }),
    )
    expect(error.message).to.match(/^The boot found 7 problems:\n/)
  })

  it('skip null, as if the option were not given', async () => {
    const names = Object.keys({ ...server, ...router }).filter((name) => name !== 'precompiled') // it is refused
    const nulls = Object.fromEntries(names.map((name) => [name, null]))
    const app = create(nulls)
    app.get('/a', async (request: Loose) => ({ id: request.id, ip: request.ip }))
    const response = await app.inject('/a')
    expect(response.statusCode).to.equal(200)
    expect(response.json()).to.include({ id: 'req-1' })
    expect((await app.inject('/A')).statusCode).to.equal(404)
  })

  it('refuse a time that a timer cannot wait for', async () => {
    for (const name of ['pluginTimeout', 'handlerTimeout', 'keepAliveTimeout']) {
      const error = await failureOf(() => create({ [name]: 2 ** 31 }))
      expect(error.message).to.contain('number 2147483648')
    }
  })

  it('refuse addresses of proxies that are not addresses', async () => {
    for (const trustProxy of ['proxy', '', ['10.0.0.0/40'], 'loopback, x']) {
      const error = await failureOf(() => create({ trustProxy }).ready())
      expect(error.code).to.equal('FST_ERR_INIT_OPTS_INVALID')
      expect(error.message).to.match(/^Option "trustProxy" must be IP addresses, subnets/)
    }
    await create({ trustProxy: 'loopback, 10.0.0.0/8' }).ready()
  })

  it('take a number of proxies, which trusts none, with a warning', async () => {
    const warned = once(process, 'warning')
    const server = create({ trustProxy: 1 }).get('/', async (request: Loose) => request.ip)
    const headers = { 'x-forwarded-for': '1.1.1.1' }
    expect((await server.inject({ url: '/', headers })).body).to.equal('127.0.0.1')
    const [warning] = await warned
    expect(warning).to.include({ code: 'ALC_WARN_TRUST_PROXY' })
    expect(warning.message).to.contain('the server trusts no proxy. Give the addresses of your proxies.')
  })

  it('hold for bootstrap', async () => {
    class App {}
    Module()(App)
    for (const [options, named] of [
      ['x', /^The options of the server must be an object/],
      [{ override: {} }, /^Option "override" must be a list of provide\(token, …\)/],
      [{ http2: 1 }, /^Option "http2" must be true or false/],
    ] as const) {
      const error = await failureOf(() => bootstrap(App, options as Loose))
      expect(error.message).to.match(named)
    }
  })
})

/** The word of a message for an option. */
function wordOf(name: string): string {
  const words: Readonly<Record<string, string>> = {
    schemaErrorFormatter: 'schema error formatter',
    loggerInstance: 'logger',
  }
  return words[name] ?? name
}

describe('names of options that are unknown', () => {
  const create = useServers()

  for (const [name, near] of [
    ['bodylimit', 'bodyLimit'],
    ['exposeHeadRoute', 'exposeHeadRoutes'],
    ['validatorEngine', 'validatorengine'],
    ['serializeropts', 'serializerOpts'],
    ['ignoreTrailingSlashes', 'ignoreTrailingSlash'],
  ]) {
    it(`are refused where they are misspelt: ${name}`, async () => {
      const error = await failureOf(() => create({ [String(name)]: undefined }))
      expect(error.code).to.equal('ALC_ERR_OPTION_UNKNOWN')
      expect(error.message).to.contain(`Option "${name}" is unknown: did you mean "${near}"`)
    })
  }

  it('are free where no option has a similar name', async () => {
    await create({ region: 'eu', environment: 'test', own: {} } as Loose).ready()
  })

  for (const option of ['routerOptions', 'gracefulShutdown', 'health', 'schemaController']) {
    it(`are refused within ${option}`, async () => {
      const error = await failureOf(() => create({ [option]: { unknown: 1 } }))
      expect(error.code).to.equal('ALC_ERR_OPTION_UNKNOWN')
      expect(error.message).to.match(new RegExp(`^Option "${option}" has the unknown key "unknown"\\. Use only "`))
    })
  }

  it('are refused together, in one error', async () => {
    const error = await failureOf(() => create({ bodylimit: 1, health: { livness: '/a' } } as Loose))
    expect(error.message).to.match(/^The boot found 2 problems:\n {2}1\. Option "bodylimit".*\n {2}2\. Option "health"/)
  })
})
