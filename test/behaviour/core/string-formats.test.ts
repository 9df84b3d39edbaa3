import { expect } from 'chai'
import { postJson, type Server, useServers, validators } from './subject.js'

const engines = [
  { engine: 'our own rules', options: {} },
  { engine: 'the library', options: { onCreate: () => {} } },
] as const

interface Verdicts {
  schema: object
  right: unknown[]
  wrong: unknown[]
}

/** The formats of OpenAPI 3: numbers are read as version 8's own formats read them. */
const openApi: Record<string, Verdicts> = {
  int32: {
    schema: { type: 'integer', format: 'int32' },
    right: [0, -1, 2 ** 31 - 1, -(2 ** 31), '12'],
    wrong: [2 ** 31, -(2 ** 31) - 1, 1.5],
  },
  'int32 of any number': { schema: { type: 'number', format: 'int32' }, right: [5], wrong: [1.5, 2 ** 31] },
  int64: { schema: { type: 'integer', format: 'int64' }, right: [0, 2 ** 53, -(2 ** 60)], wrong: [1.5] },
  float: { schema: { type: 'number', format: 'float' }, right: [0, 1.5, 1e300], wrong: ['x'] },
  double: { schema: { type: 'number', format: 'double' }, right: [0, 1.5, 1e300], wrong: ['x'] },
  byte: {
    schema: { type: 'string', format: 'byte' },
    right: ['', 'AAAA', 'AA==', 'a+/='],
    wrong: ['A', '====', 'AA=A', 'a-_='],
  },
  binary: { schema: { type: 'string', format: 'binary' }, right: ['', 'any text\n', '\0\u{1f600}'], wrong: [{}] },
  password: { schema: { type: 'string', format: 'password' }, right: ['', 'secret'], wrong: [[]] },
}

const urls: Verdicts = {
  schema: { type: 'string', format: 'url' },
  right: [
    'http://a.bc',
    'https://user:pass@example.com:8080/a?b=c#d',
    'ftp://a.b-c.de/x',
    'http://223.255.255.254',
    'http://a@b@c.de/@/',
    'http://a/b@c.de',
    'http://ä.öü',
    'HTTP://A.BC',
  ],
  wrong: [
    '',
    'http://',
    'http://a',
    'http://a.b',
    'http://a..bc',
    'http://-a.bc',
    'http://a--b.cd',
    'http://10.1.1.1',
    'http://127.0.0.1',
    'http://192.168.1.1',
    'http://172.16.0.1',
    'http://1.1.1.0',
    'http://a.bc:1',
    'http://a.bc/ d',
    'http://@a.bc',
    'mailto:a@b.cd',
    'http://a.bc?d',
  ],
}

const addresses: Verdicts = {
  schema: { type: 'string', format: 'ipv6' },
  right: ['::', '::1', '1:2:3:4:5:6:7:8', '1::8', 'fe80::1', '::ffff:1.2.3.4', 'ABCD::'],
  wrong: [
    '',
    ':',
    '1',
    '1.2.3.4',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    '12345::',
    '::256.1.1.1',
    'g::',
    '1:::2',
  ],
}

/** Beginnings, repeated middles and endings on which expressions are known to turn back again and again. */
const beginnings = [
  '',
  'a',
  'http://',
  'http://a',
  'http://a@',
  'a@',
  'a@a',
  '::1%',
  '::',
  'P',
  '/',
  '#/',
  '0/',
  '{',
  'a:',
  'a://',
  '1:2:',
]
const middles = [
  'a',
  '0',
  '-',
  '.',
  'a-',
  'a.',
  'a@',
  '/a@b.c',
  '@',
  '/',
  '%20',
  ' ',
  '\t',
  '1:',
  ':',
  '{a}',
  'a,',
  '~0',
  '1.',
  'ä-',
  '😀',
  '=',
  'AAAA\n',
  '\n',
  '\u3000',
  '(a',
  '[a',
  '1D',
]
const endings = ['!', '\nx', ' x', '@', '\ud800', '{']

function hostileTexts(length: number): string[] {
  return beginnings.flatMap((beginning) => {
    return middles.flatMap((middle, index) => {
      return beginning + middle.repeat(length / middle.length) + endings[index % endings.length]
    })
  })
}

for (const { version } of validators) {
  for (const { engine, options } of engines) {
    describe(`string formats, version ${version}, ${engine},`, () => {
      const newServer = useServers()

      function serverFor(schema: object): Server {
        const server = newServer({ validatorengine: { version, ...options }, bodyLimit: 100_000_000 })
        server.post('/', { schema: { body: schema } }, () => 'valid')
        return server
      }

      for (const [name, { schema, right, wrong }] of Object.entries({ ...openApi, url: urls, ipv6: addresses })) {
        it(`${name} accepts and refuses what it always did`, async () => {
          const server = serverFor(schema)
          for (const value of right)
            expect([value, (await postJson(server, '/', value)).statusCode]).to.deep.equal([value, 200])
          for (const value of wrong)
            expect([value, (await postJson(server, '/', value)).statusCode]).to.deep.equal([value, 400])
        })
      }

      it('url reads a user that ends in many slashes', async () => {
        const server = serverFor(urls.schema)
        expect((await postJson(server, '/', `http://${'a@b/'.repeat(10_000)}@c.de`)).statusCode).to.equal(200)
      })

      it('ipv6 reads a long zone in linear time', async () => {
        const server = serverFor(addresses.schema)
        const start = performance.now()
        const { statusCode } = await postJson(server, '/', `::1%${' '.repeat(200_000)}\nx`)
        expect(statusCode).to.equal(400)
        expect(performance.now() - start).to.be.lessThan(3000)
      })
    })
  }

  describe(`string formats, version ${version},`, () => {
    const newServer = useServers()

    it('each format reads hostile texts in linear time', async function () {
      this.timeout(120_000)
      const server = newServer({ validatorengine: { version }, bodyLimit: 100_000_000 })
      for (const name of formatsOf(version)) {
        const items = { anyOf: [{ type: 'string', format: name }, {}] }
        server.post(`/${name}`, { schema: { body: { type: 'array', items } } }, () => 'valid')
      }
      await server.ready()
      const texts = hostileTexts(10_000)
      for (const name of formatsOf(version)) {
        const start = performance.now()
        const { statusCode } = await postJson(server, `/${name}`, texts)
        expect([name, statusCode]).to.deep.equal([name, 200])
        expect(performance.now() - start, name).to.be.lessThan(5000)
      }
    })
  })
}

function formatsOf(version: 6 | 8): readonly string[] {
  const both = [
    'date',
    'time',
    'date-time',
    'uri',
    'uri-reference',
    'uri-template',
    'url',
    'email',
    'hostname',
    'ipv4',
    'ipv6',
    'regex',
    'uuid',
    'json-pointer',
    'json-pointer-uri-fragment',
    'relative-json-pointer',
    'byte',
    'binary',
    'password',
  ]
  return version === 6 ? both : [...both, 'duration', 'iso-time', 'iso-date-time']
}
