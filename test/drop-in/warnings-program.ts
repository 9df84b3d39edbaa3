// Run under the name `fastify` by programs.test.ts: what makes Fastify warn, and what does not.
import fastify, { type FastifySchema } from 'fastify'

const heard: string[] = []
process.on('warning', (warning) => heard.push(`${Reflect.get(warning, 'code')} ${warning.name}`))
// Node writes them to standard error, too, and its own are not compared.
const warned = () => heard.filter((line) => line.startsWith('FST')).sort()

async function show(what: string, run: () => unknown): Promise<void> {
  heard.length = 0
  await run()
  await new Promise((resolve) => setImmediate(resolve))
  console.log(what, warned().join(', ') || 'nothing')
}

await show('no options', () => fastify())
await show('options of the router', () => fastify({ ignoreTrailingSlash: true, maxParamLength: 50 }))
await show('routerOptions', () => fastify({ routerOptions: { ignoreTrailingSlash: true, maxParamLength: 50 } }))
await show('disableRequestLogging', () => fastify({ disableRequestLogging: true }))
await show('requestIdLogLabel', () => fastify({ requestIdLogLabel: 'id' }))
await show('two error handlers', () => {
  const app = fastify()
  app.setErrorHandler(() => 'first')
  app.setErrorHandler(() => 'second')
})
await show('an error handler in a child', async () => {
  const app = fastify()
  app.setErrorHandler(() => 'first')
  app.register(async (child) => child.setErrorHandler(() => 'second'))
  await app.ready()
})
for (const type of [/text\/csv/, /^text\/csv/, /text\/csv;?/, 'text/csv']) {
  await show(`a parser for ${type}`, () => fastify().addContentTypeParser(type, (_request, _body, done) => done(null)))
}
for (const part of ['body', 'querystring', 'params', 'headers'] as const) {
  for (const value of [undefined, false, { type: 'object' }]) {
    const schema: FastifySchema = { [part]: value }
    await show(`${part} ${String(value)}`, async () => {
      const app = fastify()
      app.post('/:id', { schema }, () => 'yes')
      await app.ready()
    })
  }
}
const definitions = { denied: { enum: ['X-Debug'] } }
for (const [what, propertyNames] of [
  ['inline', { not: definitions.denied }],
  ['by a reference', { not: { $ref: '#/definitions/denied' } }],
  ['by a reference in a list', { not: { anyOf: [{ $ref: '#/definitions/denied' }] } }],
  ['by a shared schema', { not: { $ref: 'denied#' } }],
] as const) {
  await show(`names of headers ${what}`, async () => {
    const app = fastify()
    app.addSchema({ $id: 'denied', ...definitions.denied })
    app.post('/', { schema: { headers: { type: 'object', propertyNames, definitions } } }, () => 'yes')
    await app.ready()
  })
}
await show('a method again', () => fastify().addHttpMethod('PUT'))
await show('a method anew', () => fastify().addHttpMethod('PUT', { overrideExisting: true, hasBody: true }))
for (const isAsync of [true, false]) {
  await show(`a callback of listen, ${isAsync ? 'async' : 'not async'}`, async () => {
    const app = fastify()
    await new Promise<void>((resolve) => {
      const options = { port: 0, host: '127.0.0.1' }
      app.listen(options, isAsync ? async () => resolve() : () => resolve())
    })
    await app.close()
  })
}
