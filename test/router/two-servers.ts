/**
 * `node two-servers.js`: prints the changes by servers of alcove to the packages of a Fastify, to node and to the
 * language. It also prints the answers of such a server.
 */
import { EventEmitter } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { createServer } from 'alcove/core'
import createFastify from 'fastify'

const require = createRequire(import.meta.url)
const owners: Record<string, object> = {
  Function: globalThis.Function,
  'Function.prototype': Function.prototype,
  router: require('find-my-way').prototype,
  handlers: require('find-my-way/lib/handler-storage').prototype,
  constrainer: require('find-my-way/lib/constrainer').prototype,
  node: require('find-my-way/lib/node').Node.prototype,
  host: require('find-my-way/lib/strategies/accept-host'),
  version: require('find-my-way/lib/strategies/accept-version'),
  'keyword const': require('ajv/dist/vocabularies/validation/const').default,
  'keyword enum': require('ajv/dist/vocabularies/validation/enum').default,
  'keyword uniqueItems': require('ajv/dist/vocabularies/validation/uniqueItems').default,
  'formats of ajv': require('ajv-formats/dist/formats').fullFormats,
  'Object.prototype': Object.prototype,
  'Array.prototype': Array.prototype,
  'Promise.prototype': Promise.prototype,
  'Error.prototype': Error.prototype,
  emitter: EventEmitter.prototype,
  socket: Socket.prototype,
  request: IncomingMessage.prototype,
  response: ServerResponse.prototype,
}
const read = () => {
  return Object.fromEntries(
    Object.entries(owners).map(([name, owner]) => [name, Object.getOwnPropertyDescriptors(owner)]),
  )
}
const before = read()

/** The answers of a Fastify in the same process; null where it cannot add a route. */
async function askFastify(): Promise<string[] | null> {
  const fastify = createFastify()
  try {
    fastify.get('/page/:id', (request, reply) => reply.send(request.params))
    fastify.get('/host', { constraints: { host: /^b/ } }, (_request, reply) => reply.send('b.test'))
  } catch {
    return null
  }
  const answers = [await fastify.inject('/page/1'), await fastify.inject({ url: '/host', headers: { host: 'b.test' } })]
  await fastify.close()
  return answers.map(({ body }) => body)
}
const answersBefore = await askFastify()
const own = globalThis.Function

const isSame = (one: PropertyDescriptor, other: PropertyDescriptor | undefined) => {
  return Object.entries(one).every(([key, value]) => Reflect.get(Object(other), key) === value)
}

const tenants = () => {
  const known = new Map<unknown, unknown>()
  return {
    get: (tenant: unknown) => known.get(tenant) ?? null,
    set: (tenant: unknown, value: unknown) => known.set(tenant, value),
  }
}
const tenant = {
  name: 'tenant',
  storage: tenants,
  mustMatchWhenDerived: true,
  deriveConstraint: (req: { headers: Record<string, string> }) => req.headers['x-tenant'],
}

const server = createServer({ routerOptions: { constraints: { tenant } } } as object)
const answer = (name: string) => (request: { params: unknown }) => ({ name, params: request.params })
server.get('/', answer('root'))
server.get('/page', answer('page'))
server.get('/pages', answer('pages'))
server.get('/paper/:id/:part?', answer('paper'))
server.get('/five/:a/:b/:c/:d/:e', answer('five'))
server.get('/number/:n(^\\d+$)-:rest', answer('number'))
server.get('/host', { constraints: { host: 'a.test' } }, answer('a.test'))
server.get('/host', { constraints: { host: /^b\d+\.test$/g } }, answer('b.test'))
server.get('/host', answer('any host'))
server.get('/version', { constraints: { version: '1.2.0' } }, answer('1.2.0'))
server.get('/tenant', { constraints: { tenant: 'one' } }, answer('tenant one'))
server.get('*', answer('rest'))
server.register(
  async (child) => {
    child.get('/here', answer('here'))
    child.setNotFoundHandler((request, reply) =>
      reply.code(404).send(`nothing below ${JSON.stringify(request.params)}`),
    )
  },
  { prefix: '/below/:tenant' },
)

const requests: [method: string, url: string, headers?: Record<string, string>][] = [
  ...(['/', '/page', '/pages', '/pa', '/paper/1', '/paper/1/2', '/five/1/2/3/4/5', '/number/12-x'] as const).map(
    (url): [string, string] => ['GET', url],
  ),
  ['HEAD', '/page'],
  ['PUT', '/page'],
  ['GET', '/host', { host: 'a.test' }],
  ['GET', '/host', { host: 'b1.test' }],
  ['GET', '/host', { host: 'b1.test' }],
  ['GET', '/host', { host: 'c.test' }],
  ['GET', '/version', { 'accept-version': '1.x' }],
  ['GET', '/version', { 'accept-version': '2.x' }],
  ['GET', '/tenant', { 'x-tenant': 'one' }],
  ['GET', '/tenant', { 'x-tenant': 'two' }],
  ['GET', '/page', { 'x-tenant': 'one' }],
  ['GET', '/below/7/here'],
  ['PUT', '/below/7/nowhere'],
]
const answers: string[] = []
for (const [method, url, headers = {}] of requests) {
  const { statusCode, body } = await server.inject({ method: method as 'GET', url, headers })
  answers.push(`${method} ${url} ${statusCode} ${body}`)
}
await server.close()

if (canMakeCode()) {
  for (const version of [6, 8] as const) {
    const validating = createServer({ validatorengine: { version, engine: 'ajv' } })
    validating.post(
      '/',
      { schema: { body: { type: 'array', uniqueItems: true, items: { format: 'url' } } } },
      () => 'valid',
    )
    await validating.ready()
    await validating.close()
  }
}

function canMakeCode(): boolean {
  try {
    return new Function('return true')() === true
  } catch {
    return false
  }
}

const after = read()
const changed = Object.entries(before).flatMap(([name, members]) => {
  const now = after[name] ?? {}
  return [...new Set([...Reflect.ownKeys(members), ...Reflect.ownKeys(now)])].flatMap((key) => {
    const [one, other] = [members, now].map((all): PropertyDescriptor | undefined => Reflect.get(all, key))
    return one !== undefined && isSame(one, other) ? [] : [`${name}.${String(key)}`]
  })
})
const fastify = { before: answersBefore, after: await askFastify() }
console.log(JSON.stringify({ changed, isOwnFunction: own === globalThis.Function, answers, fastify }))
