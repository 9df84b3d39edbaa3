/** Programs of people who have installed the package. Each prints one line of JSON. */

/** Decorators are functions, so plain JavaScript can use them as such. */
const scene = `
class Hello { read() { return { hello: 'world', secret: 'dropped' } } }
const read = Object.getOwnPropertyDescriptor(Hello.prototype, 'read')
Get('/hello')(Hello.prototype, 'read', read)
Schema({ response: { 200: { hello: { type: 'string' } } } })(Hello.prototype, 'read', read)
Controller()(Hello)
class App {}
Module({ controllers: [Hello] })(App)
`

export const esm = `
import { bootstrap, Controller, Get, Module, Schema } from 'alcove'
${scene}
const app = bootstrap(App)
console.log((await app.inject('/hello')).body)
await app.close()
`

/** Uses all that is loaded at first use: both validators, the serializer, the log, proxies, versions of plugins. */
export const everyPackage = `
import { bootstrap, Controller, createServer, Get, Module, pluginWrapper, Schema } from 'alcove'
${scene}
const app = bootstrap(App, { trustProxy: '127.0.0.1', logger: { level: 'info', stream: { write: (line) => console.log(JSON.parse(line).msg) } } })
console.log((await app.inject({ url: '/hello', headers: { 'x-forwarded-proto': 'https' } })).body)
await app.close()
const route = {
  schema: {
    body: { type: 'object', properties: { mail: { type: 'string', format: 'email' } } },
    response: { 200: { type: 'object', properties: { mail: { type: 'string' } } } },
  },
}
for (const version of [6, 8]) {
  for (const engine of ['native', 'ajv']) {
    const serializer = engine === 'ajv' ? 'fast-json-stringify' : 'native'
    const server = createServer({ validatorengine: { version, engine }, serializerOpts: { engine: serializer } })
    server.register(pluginWrapper(async () => {}, { fastify: '5.x', name: 'versioned' }))
    server.post('/', route, (request) => ({ ...request.body, more: 1 }))
    for (const mail of ['a@b.example', 'none']) {
      const payload = { mail }
      console.log((await server.inject({ method: 'POST', url: '/', payload })).body)
    }
    const poisoned = { method: 'POST', url: '/', headers: { 'content-type': 'application/json' }, payload: '{"__proto__":1}' }
    console.log((await server.inject(poisoned)).body)
    await server.close()
  }
}
const wrong = createServer()
wrong.get('/', { schema: { response: { 200: { $ref: 'nowhere#' } } } }, () => 1)
await wrong.ready().catch((error) => console.log(error.code, error.message, error.help.endsWith(error.code + '.md')))
`

export const esmCore = `
import { createServer } from 'alcove/core'
const server = createServer()
server.get('/hello', () => ({ hello: 'world' }))
console.log((await server.inject('/hello')).body)
await server.close()
`

export const esmInspector = `
import { bootstrap, Module } from 'alcove'
import { Inspector } from 'alcove/inspector'

class AppModule {}
Module({ imports: [Inspector] })(AppModule)

const app = bootstrap(AppModule)
const { body } = await app.inject('/__alcove')
console.log(body.includes('alcove inspector'), body.includes('preact'))
await app.close()
`

export const esmTesting = `
import * as testing from 'alcove/testing'
console.log(JSON.stringify(Object.values(testing).some((value) => typeof value === 'function')))
`

export const commonJs = `
const { bootstrap, Controller, Get, Module, Schema } = require('alcove')
${scene}
const app = bootstrap(App)
app.inject('/hello').then(async (answer) => {
  console.log(answer.body)
  await app.close()
})
`

export const typed = `
import { bootstrap, Controller, Get, Injectable, Module, Schema } from 'alcove'
import { createServer, type Instance } from 'alcove/core'

@Injectable()
class Greeter {
  greet(name: string): string {
    return \`hello \${name}\`
  }
}

@Controller('/hello')
class Hello {
  constructor(private readonly greeter: Greeter) {}

  @Get()
  @Schema({ response: { 200: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } } } })
  read() {
    return { text: this.greeter.greet('typed world') }
  }
}

@Module({ providers: [Greeter], controllers: [Hello] })
class App {}

const app = bootstrap(App)
console.log((await app.inject('/hello')).body)
await app.close()

const core: Instance = createServer()
core.get('/', (request, reply) => reply.code(204).send())
await core.close()
`

/** TypeScript that becomes CommonJS: the compiler must accept to require the package. */
export const typedCommonJs = `
import { createServer } from 'alcove/core'

const server = createServer()
server.get('/hello', () => ({ hello: 'world' }))
void server.inject('/hello').then(async (answer) => {
  console.log(answer.body)
  await server.close()
})
`

export const settings = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023', 'esnext.disposable'],
    module: 'nodenext',
    strict: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    skipLibCheck: false,
    types: ['node'],
    rootDir: 'source',
    outDir: 'out',
  },
  include: ['source'],
}

export const bootErrorStack = `
import { createServer } from 'alcove/core'
const server = createServer()
try {
  server.decorate('twice', 1).decorate('twice', 2)
} catch (error) {
  console.log(error.stack)
}
`

/** Two applications in one: the second module and its controller are decorated by a copy of their own. */
export const twoCopies = {
  'packages/users/index.mjs': `
import { Controller, Module } from 'alcove'
export class UsersController {}
Controller('/users')(UsersController)
export class UsersModule {}
Module({ controllers: [UsersController] })(UsersModule)
`,
  'two-copies.mjs': `
import { bootstrap, Module } from 'alcove'
import { UsersController, UsersModule } from './packages/users/index.mjs'
for (const lists of [{ imports: [UsersModule] }, { controllers: [UsersController] }]) {
  class AppModule {}
  Module(lists)(AppModule)
  await bootstrap(AppModule).ready().then(() => console.log('boots'), (error) => console.log(error.message))
}
`,
}
