import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Controller, contextValue, Get, Inject, Injectable, Module, PluginWrapped, Req, type Request } from 'alcove'
import { expect } from 'chai'
import { transform } from 'esbuild'
import { inRepository } from '../../support/repository.js'
import { runCommand } from '../../support/run-command.js'
import { askOnce } from './app.js'
import { bootFailure, expectRefusal } from './boot-failure.js'

const Region = contextValue<string>('region')

@Injectable()
class Users {
  readonly names = ['ada']
}

/** Compiles an application as esbuild and tsx do, and runs it in a process of its own. */
async function runCompiled(source: string): Promise<string> {
  const folder = inRepository('build', 'inject-lists')
  const tsconfigRaw = { compilerOptions: { experimentalDecorators: true, emitDecoratorMetadata: true } }
  const { code } = await transform(source, { loader: 'ts', format: 'esm', tsconfigRaw, sourcefile: 'app.ts' })
  await mkdir(folder, { recursive: true })
  try {
    await writeFile(join(folder, 'app.mjs'), code)
    const { stdout, stderr } = await runCommand(process.execPath, [join(folder, 'app.mjs')], { cwd: folder })
    return stdout + stderr
  } finally {
    await rm(folder, { recursive: true })
  }
}

describe('the option inject', () => {
  it('of a controller, a provider and a module names what their constructors get, in order', async () => {
    const seen: unknown[] = []
    @Injectable({ inject: [Region, Users] })
    class Greeter {
      constructor(
        readonly region: string,
        readonly users: Users,
      ) {}
    }
    @Controller({ prefix: '/greet', inject: [Greeter] })
    class Greetings {
      constructor(readonly greeter: Greeter) {}
      @Get()
      read() {
        return { region: this.greeter.region, names: this.greeter.users.names }
      }
    }
    @Module({ decorate: [Region.is('eu')], providers: [Users, Greeter], controllers: [Greetings], inject: [Region] })
    class Root {
      constructor(region: string) {
        seen.push(region)
      }
    }
    const { body } = await askOnce(Root, 'GET /greet')
    expect(body).to.deep.equal({ region: 'eu', names: ['ada'] })
    expect(seen).to.deep.equal(['eu'])
  })

  it('gives undefined for an optional token that nothing declares', async () => {
    @Controller({ prefix: '/region', inject: [Region.optional] })
    class Regions {
      constructor(readonly region?: string) {}
      @Get()
      read() {
        return { region: this.region ?? 'none' }
      }
    }
    @Module({ controllers: [Regions] })
    class Root {}
    expect((await askOnce(Root, 'GET /region')).body).to.deep.equal({ region: 'none' })
  })

  it('is inherited with the constructor', async () => {
    @Controller({ inject: [Users] })
    class Base {
      constructor(readonly users: Users) {}
      @Get('/names')
      read() {
        return this.users.names
      }
    }
    @Controller('/sub')
    class Sub extends Base {}
    @Module({ providers: [Users], controllers: [Sub] })
    class Root {}
    expect((await askOnce(Root, 'GET /sub/names')).body).to.deep.equal(['ada'])
  })

  it('leaves what it does not list to decorators of parameters', async () => {
    @Injectable({ scope: 'request', inject: [Users] })
    class Visit {
      constructor(
        readonly users: Users,
        @Req() readonly request?: Request,
      ) {}
    }
    @Controller('/visit')
    class Visits {
      @Get()
      read(@Inject(Visit) visit: Visit) {
        return { names: visit.users.names, url: visit.request?.url }
      }
    }
    @Module({ providers: [Users, Visit], controllers: [Visits] })
    class Root {}
    expect((await askOnce(Root, 'GET /visit')).body).to.deep.equal({ names: ['ada'], url: '/visit' })
  })

  it('that ends before a parameter is refused with the parameter', async () => {
    class Greeter {
      constructor(
        readonly users: Users,
        readonly region: string,
      ) {}
    }
    // The compiler refuses this, but a program in JavaScript can contain it.
    const decorate: (target: typeof Greeter) => void = Injectable({ inject: [Users] }) as never
    decorate(Greeter)
    @Module({ providers: [Users, Greeter] })
    class Root {}
    await expectRefusal(Root, ['Parameter 2 of the constructor of Greeter', 'is not in the list "inject"'])
  })

  it('beside @Inject of the same parameter is refused', () => {
    const declare = () => {
      @Injectable({ inject: [Users] })
      class Greeter {
        constructor(@Inject(Users) readonly users: Users) {}
      }
      return Greeter
    }
    expect(declare).to.throw('Parameter 1 of the constructor of Greeter has two decorators for its value')
  })

  it('with an undefined token is refused with the fix for circular imports', async () => {
    const later = undefined as unknown as typeof Users
    @Injectable({ inject: [later] })
    class Greeter {
      constructor(readonly users: Users) {}
    }
    @Injectable()
    class Other {
      constructor(@Inject(later) readonly users: Users) {}
    }
    for (const Class of [Greeter, Other]) {
      @Module({ providers: [Class] })
      class Root {}
      const text = `Parameter 1 of the constructor of ${Class.name} has an undefined token`
      await expectRefusal(Root, [text, 'circular import', 'lazy(() => TheClass)'])
    }
  })

  it('is refused where it is not a list of tokens', () => {
    expect(() => Injectable({ inject: Users as unknown as [] })(class Greeter {})).to.throw(
      'a list of tokens as inject',
    )
    expect(() => Injectable({ inject: [5] as unknown as [] })(class Greeter {})).to.throw('inject[0]')
  })
})

describe('an application that a compiler without types has compiled', function () {
  this.timeout(20_000)

  it('runs where inject names what constructors get', async () => {
    const output = await runCompiled(`
      import { bootstrap, Controller, Get, Injectable, Module, contextValue } from 'alcove'
      const Region = contextValue<string>('region')
      @Injectable() class Users { names = ['ada'] }
      @Injectable({ inject: [Users, Region] }) class Greeter {
        constructor(private users: Users, private region: string) {}
        greet() { return this.users.names.join() + ' in ' + this.region }
      }
      @Controller({ prefix: '/greet', inject: [Greeter] }) class Greetings {
        constructor(private greeter: Greeter) {}
        @Get() read() { return this.greeter.greet() }
      }
      @Module({ decorate: [Region.is('eu')], providers: [Users, Greeter], controllers: [Greetings], inject: [Users] })
      class App { constructor(users: Users) { console.log('module of', users.names) } }
      const app = bootstrap(App, { logger: false })
      console.log((await app.inject('/greet')).payload)
      await app.close()
    `)
    expect(output).to.equal("module of [ 'ada' ]\nada in eu\n")
  })

  it('fails with one error that lists all constructors whose types are missing', async () => {
    const output = await runCompiled(`
      import { bootstrap, Controller, Get, Inject, Injectable, Module } from 'alcove'
      class Users {}
      @Injectable() class First { constructor(users: Users) {} }
      @Injectable() class Second { constructor(@Inject(Users) one: Users, two: First, three: Users) {} }
      class Bare { constructor(users: Users) {} }
      @Controller() class Routes { constructor(first: First) {} @Get('/') read() {} }
      @Module({ providers: [Users, First, Second, Bare], controllers: [Routes] }) class App {}
      const app = bootstrap(App, { logger: false })
      await app.ready().catch((error) => console.log(error.code + ' ' + error.message))
    `)
    expect(output).to.include('ALC_ERR_TYPES_MISSING')
    expect(output).to.match(/^ {2}First: parameter 1 \(.*app\.mjs:\d+:\d+\)$/m)
    expect(output).to.match(/^ {2}Second: parameters 2, 3 /m)
    expect(output).to.match(/^ {2}Bare: parameter 1\. It has no decorator/m)
    expect(output).to.match(/^ {2}Routes: parameter 1 /m)
    expect(output).to.include('tsx, esbuild').and.to.include('@Injectable({ inject: [Users] })')
  })
})

describe('a class without a decorator', () => {
  it('is named with its parameter, because the compiler emits types of decorated classes only', async () => {
    class Bare {
      constructor(readonly users: Users) {}
    }
    @PluginWrapped()
    @Module({ providers: [Bare] })
    class Wrapped {}
    @Module({ providers: [Users], imports: [Wrapped] })
    class Root {}
    const { code, message } = await bootFailure(Root)
    expect(code).to.equal('ALC_ERR_INJECTION_UNKNOWN')
    expect(message).to.include('Add @Injectable() to Bare')
  })
})
