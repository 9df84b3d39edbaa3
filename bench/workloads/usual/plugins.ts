/** The cost of plugins of Fastify around a handler. Each is loaded by the servers that are asked for it only. */
import { createHmac } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bodyBytes, requestBytes } from '../request-bytes.js'
import type { Workload } from '../workload.js'

export const answer = { hello: 'world' }

const plugins: Workload = {
  name: 'plugins',
  title: 'GET below helmet, cors, rate-limit, etag and cookie',
  weight: 2,
  request: requestBytes('GET', '/', undefined, { origin: 'http://example.org', cookie: 'theme=dark' }),
  expected: { status: 200, body: { ...answer, theme: 'dark' } },
  register: async (instance) => {
    instance.register((await import('@fastify/helmet')).default)
    instance.register((await import('@fastify/cors')).default)
    instance.register((await import('@fastify/rate-limit')).default, { max: 1e9, timeWindow: 3_600_000 })
    instance.register((await import('@fastify/etag')).default)
    instance.register((await import('@fastify/cookie')).default)
    instance.register((child, _options, done) => {
      child.get('/', {}, ({ cookies }) => ({ ...answer, theme: (cookies as { theme: string }).theme })) // the cookie is sent
      done()
    })
  },
}

export const secret = 'a secret that only the bench knows'

/** HS256 of RFC 7518. */
export function signatureOf(signed: string, key = secret): Buffer {
  return createHmac('sha256', key).update(signed).digest()
}

/** A token of RFC 7519. */
export function signToken(claims: object, key = secret): string {
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const signed = parts.join('.')
  return `${signed}.${signatureOf(signed, key).toString('base64url')}`
}

const jwt: Workload = {
  name: 'jwt',
  title: 'GET, a signed token verified in onRequest',
  weight: 2,
  request: requestBytes('GET', '/', undefined, {
    authorization: `Bearer ${signToken({ name: 'Ada' })}`,
  }),
  expected: { status: 200, body: { user: 'Ada' } },
  register: async (instance) => {
    instance.register((await import('@fastify/jwt')).default, { secret })
    instance.addHook('onRequest', (request, _reply, done) => {
      const { jwtVerify } = request as { jwtVerify(done: (error?: Error) => void): void } // the plugin's
      jwtVerify.call(request, done)
    })
    instance.get('/', {}, ({ user }) => ({ user: (user as { name: string }).name })) // of the token
  },
}

export const fileName = 'page.css'

const form: Workload = {
  name: 'form',
  title: 'POST a form of four fields',
  weight: 1,
  request: bodyBytes(
    '/',
    'application/x-www-form-urlencoded',
    Buffer.from('name=Ada&city=London&age=36&note=two+words'),
  ),
  expected: { status: 200, body: { name: 'Ada', city: 'London', age: '36', note: 'two words' } },
  register: async (instance) => {
    instance.register((await import('@fastify/formbody')).default)
    instance.post('/', {}, ({ body }) => body)
  },
}

/** A folder with the file of this workload. It is removed at the end of the process. */
export async function makeRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'alcove-bench-'))
  process.once('exit', () => rmSync(root, { recursive: true, force: true }))
  await writeFile(join(root, fileName), Buffer.alloc(16_384, ' '))
  return root
}

const files: Workload = {
  name: 'files',
  title: 'GET, a file of 16 KB; Fastify uses @fastify/static',
  weight: 4,
  request: requestBytes('GET', `/${fileName}`),
  expected: { status: 200, contentType: 'text/css', size: 16_384 },
  register: async (instance) => {
    instance.register((await import('@fastify/static')).default, { root: await makeRoot() })
  },
}

export const pluginWorkloads: readonly Workload[] = [plugins, jwt, form, files]
