import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { transform } from 'esbuild'
import { inRepository } from '../../support/repository.js'
import { runCommand } from '../../support/run-command.js'

/** Decorators as they are written, and constructors whose parameters are named by `inject`, or by `@Inject`. */
const decorated = `
import { bootstrap, Body, collection, Controller, contextValue, type DecoratedMember, Get, Inject, Injectable, memberDecorator, Module, Post, Query, Schema } from 'alcove'
const Region = contextValue<string>('region')
const Greetings = collection<{ text: string }>('greetings')
const On = memberDecorator<[event: string]>('on')
@Injectable() class Users {
  names = ['ada']
  @On('visit') visit(name: string) { this.names.push(name) }
}
@Injectable() class Hello { text = 'hello' }
@Injectable({ inject: [Users, Region, Greetings, On.members()] }) class Greeter {
  constructor(private users: Users, private region: string, private greetings: readonly { text: string }[], private members: readonly DecoratedMember[]) {}
  greet(name: string) {
    for (const { call } of this.members) call(name)
    return this.greetings.map(({ text }) => text).join() + ' ' + this.users.names.join(' and ') + ' in ' + this.region
  }
}
@Controller({ prefix: '/greet', inject: [Greeter] }) class Greets {
  constructor(private greeter: Greeter) {}
  @Get() read(@Query('name', { type: 'string', default: 'bob' }) name: string) { return this.greeter.greet(name) }
  @Post() @Schema({ response: { 201: { type: 'object', properties: { name: { type: 'string' } } } } })
  add(@Body({ type: 'object', required: ['name'], properties: { name: { type: 'string' } } }) body: { name: string }) { return { ...body, more: 1 } }
}
@Module({ decorate: [Region.is('eu')], collects: [Greetings, On], providers: [Users, Greeter, Greetings.add(Hello)], controllers: [Greets], inject: [Users] })
class App { constructor(users: Users) { console.log('module of', users.names.join()) } }
const app = bootstrap(App, { logger: false })
console.log((await app.inject('/greet')).payload)
const added = await app.inject({ method: 'POST', url: '/greet', payload: { name: 'eve', other: 2 } })
console.log(added.statusCode, added.payload)
await app.close()
`

const printed = 'module of ada\nhello ada and bob in eu\n201 {"name":"eve"}\n'

/** Erasable syntax only: decorators are functions that are called on the class. */
const erasable = `
import { bootstrap, Controller, contextValue, Get, Injectable, Module, Schema } from 'alcove'
const Region = contextValue<string>('region')
class Users { names: string[] = ['ada'] }
Injectable()(Users)
class Greets {
  readonly users: Users
  readonly region: string
  constructor(users: Users, region: string) {
    this.users = users
    this.region = region
  }
  read(): { text: string } { return { text: this.users.names.join() + ' in ' + this.region } }
}
Controller({ prefix: '/greet', inject: [Users, Region] })(Greets)
Get()(Greets.prototype, 'read', Object.getOwnPropertyDescriptor(Greets.prototype, 'read') ?? {})
class App {}
Module({ decorate: [Region.is('eu')], providers: [Users], controllers: [Greets] })(App)
const app = bootstrap(App, { logger: false })
console.log((await app.inject('/greet')).payload satisfies string)
await app.close()
`

/** A node that strips types by itself: the one that runs the tests, or that of the toolchains. */
async function nodeWithTypes(): Promise<string | null> {
  if (Reflect.get(process.features, 'typescript')) return process.execPath
  const installed = inRepository('test', 'toolchains', 'tools', 'node_modules', 'node', 'bin', 'node')
  return access(installed).then(
    () => installed,
    () => null,
  )
}

describe('an application without emitted types', function () {
  this.timeout(60_000)
  let folder = ''

  beforeEach(async () => {
    await mkdir(inRepository('build', 'compilers'), { recursive: true })
    folder = await mkdtemp(join(inRepository('build', 'compilers'), 'app-'))
    await writeFile(join(folder, 'tsconfig.json'), '{"compilerOptions":{"experimentalDecorators":true}}')
  })

  afterEach(() => rm(folder, { recursive: true }))

  async function run(name: string, source: string, [program, ...args]: readonly [string, ...string[]]) {
    await writeFile(join(folder, name), source)
    const { stdout, stderr } = await runCommand(program, [...args, join(folder, name)], { cwd: folder })
    return stdout + stderr
  }

  it('runs when esbuild has compiled it', async () => {
    const tsconfigRaw = { compilerOptions: { experimentalDecorators: true } }
    const { code } = await transform(decorated, { loader: 'ts', format: 'esm', tsconfigRaw })
    expect(await run('app.mjs', code, [process.execPath])).to.equal(printed)
  })

  it('runs by tsx', async () => {
    const tsx = inRepository('node_modules', 'tsx', 'dist', 'cli.mjs')
    expect(await run('app.mts', decorated, [process.execPath, tsx])).to.equal(printed)
  })

  it('gets one error from tsx with all constructors without tokens and the compilers that emit no types', async () => {
    const tsx = inRepository('node_modules', 'tsx', 'dist', 'cli.mjs')
    const nameless = decorated.replaceAll(
      /(?<=\{ (?:prefix: '\/greet', )?)inject: \[.*?\] (?=\}\))|, inject: \[Users\]/g,
      '',
    )
    const output = await run('app.mts', nameless, [process.execPath, tsx])
    expect(output).to.include('ALC_ERR_TYPES_MISSING').and.to.include('tsx, esbuild, vite')
    expect(output).to.match(/^ {2}Greeter: parameters 1, 2, 3, 4 \(.*app\.mts:\d+:\d+\)$/m)
    expect(output).to.match(/^ {2}Greets: parameter 1 /m)
    expect(output).to.match(/^ {2}App: parameter 1 /m)
  })

  it('runs by the type stripping of node', async function () {
    const node = await nodeWithTypes()
    if (node === null) {
      console.log('      skipped: this node does not strip types (npm run toolchains installs one that does)')
      this.skip()
    }
    expect(await run('app.mts', erasable, [node, '--disable-warning=ExperimentalWarning'])).to.equal(
      '{"text":"ada in eu"}\n',
    )
  })
})
