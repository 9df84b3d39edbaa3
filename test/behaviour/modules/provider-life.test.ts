import {
  bootstrap,
  type CanActivate,
  Controller,
  Get,
  Guard,
  Hook,
  Injectable,
  Module,
  provide,
  type Request,
  token,
  Use,
} from 'alcove'
import { inspect } from 'alcove/inspect'
import { expect } from 'chai'
import { ask, type RootModule, withApp } from './app.js'

describe('@Hook methods of providers', () => {
  /** Two providers in one module and one below, each of which notes all that is called. */
  function noting() {
    const steps: string[] = []
    class Noting {
      @Hook('onReady')
      async ready() {
        await Promise.resolve()
        this.note('ready')
      }
      @Hook('onListen')
      listens(done: () => void) {
        this.note('listens')
        done()
      }
      @Hook('preClose')
      ending() {
        this.note('ending')
      }
      @Hook('onClose')
      async end() {
        await new Promise((resolve) => setTimeout(resolve, 2))
        this.note('end')
      }
      async [Symbol.asyncDispose]() {
        this.note('disposed')
      }
      note(what: string) {
        steps.push(`${this.constructor.name} ${what}`)
      }
    }
    @Injectable()
    class Pool extends Noting {}
    @Injectable()
    class Users extends Noting {
      constructor(readonly pool: Pool) {
        super()
      }
    }
    @Injectable()
    class Inner extends Noting {
      constructor(readonly users: Users) {
        super()
      }
    }
    @Module({ providers: [Inner] })
    class Below {}
    @Module({ providers: [Users, Pool], imports: [Below] })
    class Root {
      @Hook('onReady')
      ready() {
        steps.push('Root ready')
      }
      @Hook('preClose')
      ending() {
        steps.push('Root ending')
      }
    }
    return { steps, Root: Root as RootModule }
  }

  it('run in the order of building, before those of modules, and backwards at the end, each before its disposal', async () => {
    const { steps, Root } = noting()
    const app = bootstrap(Root)
    await app.listen()
    expect(steps.splice(0)).to.deep.equal([
      'Pool ready',
      'Users ready',
      'Inner ready',
      'Root ready',
      'Pool listens',
      'Users listens',
      'Inner listens',
    ])
    await app.close()
    expect(steps).to.deep.equal([
      'Root ending',
      'Inner ending',
      'Users ending',
      'Pool ending',
      'Inner end',
      'Inner disposed',
      'Users end',
      'Users disposed',
      'Pool end',
      'Pool disposed',
    ])
  })

  it('run in the order of building where a module below offers what one above needs', async () => {
    const steps: string[] = []
    @Injectable()
    class Database {
      @Hook('onReady')
      connect() {
        steps.push('Database')
      }
    }
    @Module({ providers: [Database], offers: [Database] })
    class Storage {}
    @Injectable()
    class Users {
      constructor(readonly database: Database) {}
      @Hook('onReady')
      load() {
        steps.push('Users')
      }
    }
    @Module({ providers: [Users], imports: [Storage] })
    class Root {}
    await withApp(Root, (app) => app.ready())
    expect(steps).to.deep.equal(['Database', 'Users'])
  })

  it('run once for an object that is provided by a factory, awaited, as a value, or under two tokens', async () => {
    const steps: string[] = []
    class Thing {
      constructor(readonly name: string) {}
      @Hook('onReady')
      ready() {
        steps.push(`${this.name} ready`)
      }
      @Hook('onClose')
      end() {
        steps.push(`${this.name} end`)
      }
      dispose() {
        steps.push(`${this.name} disposed`)
      }
    }
    const [Made, Awaited, Given, Alias] = ['made', 'awaited', 'given', 'alias'].map((name) => token<Thing>(name))
    @Module({
      providers: [
        provide(Made!, { useFactory: () => new Thing('made') }),
        provide(Awaited!, { useAsync: async () => new Thing('awaited') }),
        provide(Given!, { useValue: new Thing('given') }),
        provide(Alias!, { useFactory: (thing) => thing, inject: [Made!] }),
      ],
    })
    class Root {}
    await withApp(Root, (app) => app.ready())
    expect(steps.slice(0, 3)).to.have.members(['made ready', 'awaited ready', 'given ready'])
    expect(steps.slice(3)).to.have.members([
      'made end',
      'made disposed',
      'awaited end',
      'awaited disposed',
      'given end',
    ])
  })

  it('run for guards and for classes of @Use, once for the object', async () => {
    const steps: string[] = []
    class Door implements CanActivate {
      @Hook('onReady')
      ready() {
        steps.push('Door')
      }
      canActivate() {
        return true
      }
    }
    @Injectable()
    class Audit {
      @Hook('onReady')
      ready() {
        steps.push('Audit')
      }
      @Hook('onRequest')
      note(_request: Request) {
        steps.push('request')
      }
    }
    @Guard(Door)
    @Use(Audit)
    @Controller()
    class Reads {
      @Get('/read')
      @Use(Audit)
      read() {
        return 'read'
      }
    }
    @Use(Audit)
    @Module({ controllers: [Reads] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      expect(steps.splice(0).sort()).to.deep.equal(['Audit', 'Door'])
      await ask(app, 'GET /read')
      expect(steps).to.deep.equal(['request', 'request', 'request'])
    })
  })

  it('are in the tree, in the context of the provider', async () => {
    const { Root } = noting()
    await withApp(Root, async (app) => {
      await app.ready()
      const { contexts } = inspect(app.instance)
      const hooks = contexts[1]?.entries.filter(({ kind }) => kind === 'hook') ?? []
      expect(hooks.map(({ point, name }) => `${point} ${name}`)).to.deep.equal([
        'onReady Inner.ready',
        'onListen Inner.listens',
        'preClose Inner.ending',
        'onClose Inner.end',
      ])
    })
  })

  it('fail the boot by what onReady throws, and end what has been built', async () => {
    const steps: string[] = []
    @Injectable()
    class Fails {
      @Hook('onReady')
      async ready() {
        throw new Error('no connection')
      }
      @Hook('onClose')
      end() {
        steps.push('end')
      }
    }
    @Module({ providers: [Fails] })
    class Root {}
    const failure: unknown = await bootstrap(Root)
      .ready()
      .catch((error: unknown) => error)
    expect(failure).to.have.property('message', 'no connection')
    expect(steps).to.deep.equal(['end'])
  })

  it('do not keep others from their end where one fails, and close then rejects', async () => {
    const steps: string[] = []
    @Injectable()
    class First {
      @Hook('onClose')
      end() {
        steps.push('First')
      }
    }
    @Injectable()
    class Second {
      constructor(readonly first: First) {}
      @Hook('onClose')
      async end() {
        throw new Error('still busy')
      }
      dispose() {
        steps.push('Second disposed')
      }
    }
    @Module({ providers: [First, Second] })
    class Root {}
    const app = bootstrap(Root)
    await app.ready()
    const failure: unknown = await app.close().catch((error: unknown) => error)
    expect(failure).to.have.property('code', 'ALC_ERR_DISPOSAL')
    expect(steps).to.deep.equal(['Second disposed', 'First'])
  })
})
