// The core without decorators: functions, options and the instance.
// Start it: npm run build:all && node build/samples/plain-core/main.js
import { createServer, type Instance, type Request } from 'alcove/core'
import { startWhenMain } from '../start.js'

export const app = createServer({
  validatorengine: { customOptions: { coerceTypes: 'array' } },
  gracefulShutdown: true, // the default of `bootstrap`
})

// This context and the plugins below see the values that are registered here.
app.decorateRequest('answer', 42)
app.addSchema({ $id: 'user', type: 'object', required: ['name'], properties: { name: { type: 'string' } } })

app.addHook('onSend', async (_request, reply) => {
  reply.header('x-seen-by', 'the root context')
})

app.setErrorHandler((error, _request, reply) => {
  if (error.validation === undefined) throw error
  return reply.code(422).send({ part: error.validationContext, message: error.message })
})

app.get('/', (request) => ({ answer: request.getDecorator('answer') }))

// A plugin is a function that gets an instance of its own: a context below the root.
app.register(users, { prefix: '/users' })

const Create = {
  body: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 20 } } },
  response: { 201: { $ref: 'user#' } },
} as const

async function users(instance: Instance): Promise<void> {
  const names: string[] = []

  instance.get('/', () => names)

  instance.post('/', { schema: Create }, (request: Request<typeof Create>, reply) => {
    const { name } = request.body
    names.push(name)
    return reply.code(201).send({ name, secret: 'not declared, so not sent' })
  })
}

await startWhenMain(import.meta, app, [
  ['/', '200 {"answer":42}'],
  [`/users --json '{"name":"Ada"}'`, '201 {"name":"Ada"}'],
  [`/users --json '{}'`, `422 {"part":"body","message":"body should have required property 'name'"}`],
  ['/users', '200 ["Ada"]'],
])
