import { mkdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { FreshProject } from '../package/fresh-project.js'
import { settings } from '../package/programs.js'
import { inRepository } from '../support/repository.js'
import { runsAll, skipWithoutTools, tools } from './tools.js'

/** Constructors and parameters are read from the types that a compiler emits. */
const application = `
import { Body, bootstrap, Controller, Get, Hook, Inject, Injectable, Module, Param, Post, type Request, requestValue, Schema } from 'alcove'

const Visitor = requestValue<string>('visitor')

@Injectable()
class Greeter {
  readonly word: string = 'hello'
  greet(name: string): string {
    return this.word + ' ' + name
  }
}

@Controller('/hello')
class Hello {
  constructor(private readonly greeter: Greeter) {}

  @Get('/:id')
  @Schema({ response: { 200: { type: 'object', properties: { text: { type: 'string' }, id: { type: 'integer' } } } } })
  read(@Param('id', { type: 'integer' }) id: number, @Inject(Visitor) visitor: string) {
    return { text: this.greeter.greet(visitor), id, secret: 'dropped' }
  }

  @Post()
  add(@Body({ type: 'object', required: ['name'], properties: { name: { type: 'string' } } }) body: { name: string }) {
    return body
  }
}

@Module({ providers: [Greeter], controllers: [Hello], decorateRequest: [Visitor.is('Ada')] })
class AppModule {
  @Hook('onRequest')
  async refuse(request: Request) {
    if (request.url === '/hello/0') throw Object.assign(new Error('of the hook'), { statusCode: 409 })
  }
}

const app = bootstrap(AppModule, { logger: false })
for (const url of ['/hello/7', '/hello/seven', '/hello/0']) console.log((await app.inject(url)).body)
console.log((await app.inject({ method: 'POST', url: '/hello', payload: {} })).body)
await app.close()
`

/** Uses the types of each entry. */
const everyEntry = `
import type { Instance } from 'alcove/core'
import fastify from 'alcove/fastify'
import { inspect } from 'alcove/inspect'
import { Inspector } from 'alcove/inspector'
import { OpenApi } from 'alcove/openapi'
import { compileServer } from 'alcove/standalone'
import { createTestApp } from 'alcove/testing'

export const instance: Instance = fastify()
export const functions = [inspect, Inspector, OpenApi, compileServer, createTestApp]
`

const compilers = ['babel', 'oxc', 'rolldown', 'swc']

const typescripts: readonly (readonly [version: string, compiler: string])[] = [
  ['7', inRepository('node_modules', 'typescript')],
  ['5.9', join(tools, 'node_modules', 'typescript')],
]

describe('compilers', function () {
  this.timeout(300_000)

  let project: FreshProject
  let expected: string

  before(async function () {
    skipWithoutTools(this)
    project = await FreshProject.installed()
    await project.write('source/main.ts', application)
    await project.write('source/entries.ts', everyEntry)
    await project.write('tsconfig.json', JSON.stringify(settings))
    // The helpers that oxc imports are a package of the application.
    const helpers = join(project.folder, 'node_modules', '@oxc-project', 'runtime')
    await mkdir(dirname(helpers), { recursive: true })
    await symlink(join(tools, 'node_modules', '@oxc-project', 'runtime'), helpers)
    await project.compile()
    expected = await run('out/main.js')
    expect(expected).to.match(/^\{"text":"hello Ada","id":7\}\n.*params\/id should be integer/)
  })

  after(() => project?.remove())

  async function run(file: string): Promise<string> {
    return (await project.run(process.execPath, file)).stdout
  }

  for (const name of compilers.filter((each) => runsAll || each === 'babel' || each === 'oxc')) {
    it(`${name} compiles decorators with the types of parameters`, async () => {
      await project.run(process.execPath, join(tools, 'compile.mjs'), name, 'source/main.ts', `${name}.mjs`)
      expect(await run(`${name}.mjs`)).to.equal(expected)
    })
  }

  for (const [version, compiler] of typescripts.filter(([each]) => runsAll || each === '7')) {
    it(`TypeScript ${version} finds all entries with moduleResolution: bundler`, async () => {
      const { compilerOptions } = settings
      const bundler = { ...compilerOptions, module: 'preserve', moduleResolution: 'bundler', outDir: `of-${version}` }
      await project.write('tsconfig.bundler.json', JSON.stringify({ compilerOptions: bundler, include: ['source'] }))
      await project.run(process.execPath, join(compiler, 'bin', 'tsc'), '-p', 'tsconfig.bundler.json')
      expect(await run(`of-${version}/main.js`)).to.equal(expected)
    })
  }
})
