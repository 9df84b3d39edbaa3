// An application in the shape of fastify/demo: sessions, rate limits, TypeBox, hooks by folder, an OpenAPI document.
import fastify from 'fastify'
import fp from 'fastify-plugin'
import { ask, comparesAll } from './ask.mjs'
import application, { options } from './demo/app.mjs'

const app = fastify(options)
app.register(fp(application))
await app.ready()

async function logIn(payload) {
  const { statusCode, cookies, body } = await app.inject({ method: 'POST', url: '/api/auth/login', payload })
  console.log('logged in', statusCode, body)
  const [{ name, value } = {}] = cookies
  return { cookie: `${name}=${value}` }
}

await ask(app, '/')
await ask(app, '/api/tasks')
await ask(app, { method: 'POST', url: '/api/auth/login', payload: {} })
const user = await logIn({ name: 'Ada', isAdmin: true })
const moderator = await logIn({ name: 'Grace', roles: 'moderator' })
for (const name of ['first', 'second', 'third']) {
  await ask(app, { method: 'POST', url: '/api/tasks', headers: user, payload: { name, status: 'done' } })
}
await ask(app, { method: 'POST', url: '/api/tasks', headers: user, payload: { name: 'x'.repeat(21) } })
for (const path of ['', '/', '?limit=1&page=2', '?limit=11', '/1', '/9', '/one']) {
  await ask(app, { url: `/api/tasks${path}`, headers: user })
}
await ask(app, { method: 'DELETE', url: '/api/tasks/1', headers: user })
for (const id of [1, 1]) await ask(app, { method: 'DELETE', url: `/api/tasks/${id}`, headers: moderator })
await ask(app, {
  method: 'OPTIONS',
  url: '/api/tasks',
  headers: { origin: 'x', 'access-control-request-method': 'PUT' },
})
await ask(app, '/status')
for (const path of ['/nowhere', '/api/nowhere', '/nowhere']) await ask(app, { url: path })
const { headers } = await app.inject('/')
console.log(headers['content-security-policy'], headers['x-ratelimit-limit'])
if (comparesAll) console.log(JSON.stringify(app.swagger().paths)) // the core documents /api/tasks, without the last slash
await app.close()
