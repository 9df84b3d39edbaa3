// `alcove build` starts this file in a child process. It runs small servers from the text of the library. It sends the
// functions that node has compiled for a boot, a request and a close.
import '../modules/decorators/metadata.js' // first: tsyringe refuses to load before reflect-metadata

import { createRequire } from 'node:module'
import { Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { Script } from 'node:vm'
import type { Instance } from '../contracts/instance.js'
import type { Precompiled } from '../contracts/precompiled.js'
import type { Class } from '../contracts/token.js'
import { bootstrap } from '../modules/bootstrap.js'
import { type CompiledApplication, compileApplication, compileServer } from '../modules/compile-application.js'
import { Controller } from '../modules/decorators/controller.js'
import { Hook } from '../modules/decorators/hooks.js'
import { Injectable } from '../modules/decorators/injectable.js'
import { Module } from '../modules/decorators/module.js'
import { Get, Post } from '../modules/decorators/routes.js'
import { Schema } from '../modules/decorators/schema.js'
import { createServer } from '../server/start/create-server.js'
import type { Warmed, WarmUp } from './code-cache.js'
import { libraryFile } from './packed-file.js'

const own = { bootstrap, Controller, Get, Hook, Injectable, Module, Post, Schema }

/** The modules of the library that make servers. */
interface Servers {
  readonly 'index.js'?: typeof own
  readonly 'core.js'?: { readonly createServer: typeof createServer }
  readonly 'fastify.cjs'?: typeof createServer
}

const item = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } } as const
const query = { type: 'object', properties: { limit: { type: 'integer', maximum: 10 } } } as const
const params = { type: 'object', properties: { id: { type: 'integer' } } } as const
const readSchema = { params, query, response: { 200: item } } as const
const addSchema = { body: { ...item, required: ['name'] }, response: { 201: item } } as const
const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
const logger = { level: 'info', stream: silent }

/** An application with the features that most applications use. */
function applicationOf({ Controller, Get, Hook, Injectable, Module, Post, Schema }: typeof own): Class {
  @Injectable()
  class Items {
    find(id: unknown) {
      return { id, name: 'first' }
    }
  }

  @Controller('/items')
  class Routes {
    constructor(private readonly items: Items) {}

    @Hook('onRequest')
    pass(_request: object, _reply: object, done: () => void) {
      done()
    }

    @Get('/:id')
    @Schema(readSchema)
    read({ params }: { params: { id: number } }) {
      return this.items.find(params.id)
    }

    @Post()
    @Schema(addSchema)
    async add({ body }: { body: object }) {
      return body
    }
  }

  @Module({ providers: [Items], controllers: [Routes] })
  class Application {}
  return Application
}

function withRoutes(instance: Instance): Instance {
  instance.get('/items/:id', { schema: readSchema }, (request) => request.params)
  instance.post('/items', { schema: addSchema }, async (request) => request.body)
  return instance
}

/** Requests that a handler, a validator, the router and a parser answer. */
async function runServer(server: { listen(options: object): Promise<string>; close(): unknown }): Promise<void> {
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  const headers = { 'content-type': 'application/json' }
  const post = (body: string) => fetch(`${address}/items`, { method: 'POST', headers, body })
  const answers = [
    await fetch(`${address}/items/1?limit=5`),
    await fetch(`${address}/items/1?limit=50`),
    await fetch(`${address}/nowhere`),
    await post('{"id":1,"name":"first"}'),
    await post('{"id":'),
  ]
  for (const answer of answers) await answer.text()
  await server.close()
}

async function runServers(servers: Servers): Promise<void> {
  const { 'index.js': decorated, 'core.js': core, 'fastify.cjs': dropIn } = servers
  if (decorated !== undefined) {
    const precompiled = await evaluate(await compileApplication(applicationOf(own)))
    const Application = applicationOf(decorated)
    await runServer(decorated.bootstrap(Application, { precompiled }))
    await runServer(decorated.bootstrap(Application, { precompiled, logger }))
    return
  }
  if (core !== undefined) {
    const precompiled = await evaluate(await compileServer((given) => withRoutes(createServer(given))))
    await runServer(withRoutes(core.createServer({ precompiled })))
    await runServer(withRoutes(core.createServer({ precompiled, logger })))
  }
  if (dropIn !== undefined) await runServer(withRoutes(dropIn({ logger })))
}

async function evaluate({ code }: CompiledApplication): Promise<Precompiled> {
  const module = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  return module.default
}

async function warm({ code, entries }: WarmUp): Promise<Uint8Array> {
  const require = createRequire(import.meta.url)
  const script = new Script(code, { filename: libraryFile })
  const module = { exports: {} as { modules: Record<string, unknown> } } // what the text sets
  script.runInThisContext()(module.exports, require, module, pathToFileURL(process.execPath).href, require)
  const servers = Object.entries(entries).map(([file, key]) => [file, module.exports.modules[key]])
  await runServers(Object.fromEntries(servers))
  return script.createCachedData()
}

function report(warmed: Warmed): void {
  process.send?.(warmed, () => process.exit())
}

process.once('message', (message) => {
  const warming = warm(message as WarmUp) // the command sends nothing else
  warming.then(
    (cache) => report({ cache }),
    (error: unknown) => report({ failure: String(error) }),
  )
})
