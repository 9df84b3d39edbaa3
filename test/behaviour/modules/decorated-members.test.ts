import {
  type ClassDecoratorFunction,
  Controller,
  compose,
  type DecoratedMember,
  Get,
  Inject,
  Injectable,
  Module,
  memberDecorator,
  PluginWrapped,
  provide,
  Use,
  use,
} from 'alcove'
import { expect } from 'chai'
import { ask, type RootModule, withApp } from './app.js'

const On = memberDecorator<[event: string, options?: { once: boolean }]>('on')

/** Boots a module that collects, and gives what it found. */
async function membersOf(root: RootModule): Promise<readonly DecoratedMember<[string, { once: boolean }?]>[]> {
  return withApp(root, async (app) => {
    await app.ready()
    return app.get(On.members())
  })
}

const titlesOf = (members: readonly DecoratedMember<readonly unknown[]>[]) =>
  members.map(({ instance, method, args }) => `${instance.constructor.name}.${String(method)} ${String(args[0])}`)

@Injectable()
class Mailer {
  readonly sent: string[] = []

  @On('signup', { once: true })
  welcome(name: string, times = 1) {
    this.sent.push(name.repeat(times))
    return this.sent.length
  }
}

describe('a decorator of memberDecorator', () => {
  it('gives each method with its object, its name, its arguments and a call', async () => {
    @Module({ collects: [On], providers: [Mailer] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      const [member, ...others] = app.get(On.members())
      expect(others).to.deep.equal([])
      expect(member?.instance).to.equal(app.get(Mailer))
      expect(member?.method).to.equal('welcome')
      expect(member?.args).to.deep.equal(['signup', { once: true }])
      expect(member?.context).to.equal(app.instance)
      expect(member?.call('ada', 2)).to.equal(1)
      expect(app.get(Mailer).sent).to.deep.equal(['adaada'])
    })
  })

  it('gives the context of the object', async () => {
    @Module({ prefix: '/feature', providers: [Mailer] })
    class Feature {}
    @Module({ collects: [On], imports: [Feature] })
    class Root {}
    expect((await membersOf(Root)).map(({ context }) => context.prefix)).to.deep.equal(['/feature'])
  })

  it('is injected into a provider of the module that collects, and its errors are those of the method', async () => {
    @Injectable()
    class Fails {
      @On('fail')
      async run() {
        throw new Error('not today')
      }
    }
    @Injectable()
    class Bus {
      constructor(@Inject(On.members()) readonly members: readonly DecoratedMember[]) {}
    }
    @Module({ providers: [Fails] })
    class Feature {}
    @Module({ collects: [On], providers: [Bus], imports: [Feature] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      const failure = await Promise.resolve(app.get(Bus).members[0]?.call()).catch((error: Error) => error.message)
      expect(failure).to.equal('not today')
    })
  })

  it('lists providers before controllers, and a module before its imports', async () => {
    const withMethod = (name: string, decorate: ClassDecoratorFunction) => {
      class Named {
        @On(name)
        run() {}
      }
      decorate(Named)
      return Named
    }
    const provider = (name: string) => withMethod(name, Injectable())
    const controller = (name: string) => withMethod(name, Controller())
    @Module({ providers: [provider('1.1')] })
    class Deep {}
    @Module({ imports: [Deep], controllers: [controller('1 controller')], providers: [provider('1 provider')] })
    class First {}
    @PluginWrapped()
    @Module({ controllers: [controller('2 controller')], providers: [provider('2 provider')] })
    class Second {}
    @Module({
      collects: [On],
      imports: [First, Second],
      controllers: [controller('own controller')],
      providers: [provider('own provider')],
    })
    class Root {}
    expect((await membersOf(Root)).map(({ args: [event] }) => event)).to.deep.equal([
      'own provider',
      'own controller',
      '1 provider',
      '1 controller',
      '1.1',
      '2 provider',
      '2 controller',
    ])
  })

  it('can decorate a method with a route', async () => {
    @Controller('/tasks')
    class Tasks {
      runs = 0
      @Get()
      @On('tick')
      run() {
        this.runs += 1
        return { runs: this.runs }
      }
    }
    @Module({ collects: [On], controllers: [Tasks] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      app.get(On.members())[0]?.call()
      expect((await ask(app, 'GET /tasks')).body).to.deep.equal({ runs: 2 })
    })
  })

  it('can decorate a method several times, the upper one first, and in a composed decorator', async () => {
    const Both = compose(On('c'), On('d'))
    @Injectable()
    class Several {
      @On('a')
      @On('b')
      @Both
      run() {}
    }
    @Module({ collects: [On], providers: [Several] })
    class Root {}
    expect(titlesOf(await membersOf(Root))).to.deep.equal(['a', 'b', 'c', 'd'].map((event) => `Several.run ${event}`))
  })

  it('is inherited, also by a method that takes the place of the decorated one', async () => {
    class Base {
      @On('base')
      kept() {
        return 'kept'
      }
      @On('base')
      replaced() {
        return 'base'
      }
      @On('base')
      renamed() {
        return 'base'
      }
    }
    @Injectable()
    class Sub extends Base {
      override replaced() {
        return 'sub'
      }
      @On('sub')
      override renamed() {
        return 'sub'
      }
    }
    @Module({ collects: [On], providers: [Sub] })
    class Root {}
    const members = await membersOf(Root)
    expect(titlesOf(members)).to.deep.equal(['Sub.kept base', 'Sub.replaced base', 'Sub.renamed sub'])
    expect(members.map(({ call }) => call())).to.deep.equal(['kept', 'sub', 'sub'])
  })

  it('keeps the arguments of other decorators where a subclass gives its own', async () => {
    const Every = memberDecorator<[seconds: number]>('every')
    class Base {
      @On('base')
      @Every(1)
      run() {}
    }
    @Injectable()
    class Sub extends Base {
      @On('sub')
      override run() {}
    }
    @Module({ collects: [On, Every], providers: [Sub] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      expect(app.get(On.members()).map(({ args }) => args)).to.deep.equal([['sub']])
      expect(app.get(Every.members()).map(({ args }) => args)).to.deep.equal([[1]])
    })
  })

  it('finds methods with symbols as names, and of classes for @Use', async () => {
    const key = Symbol('key')
    @Injectable()
    class Hooks {
      @On('used')
      [key]() {
        return 'called'
      }
    }
    @Use(Hooks)
    @Module({ collects: [On] })
    class Root {}
    const [member] = await membersOf(Root)
    expect(member?.method).to.equal(key)
    expect(member?.call()).to.equal('called')
  })

  it('has a member for each context that lists the class', async () => {
    @Module({ providers: [Mailer] })
    class Feature {}
    @Module({ collects: [On], imports: [use(Feature, { prefix: '/1' }), use(Feature, { prefix: '/2' })] })
    class Root {}
    const members = await membersOf(Root)
    expect(members.map(({ context }) => context.prefix)).to.deep.equal(['/1', '/2'])
    expect(members[0]?.instance).not.to.equal(members[1]?.instance)
  })

  it('finds the methods of an object that a factory makes, by the class that is its token', async () => {
    @Module({ collects: [On], providers: [provide(Mailer, { useFactory: () => new Mailer() })] })
    class Root {}
    expect(titlesOf(await membersOf(Root))).to.deep.equal(['Mailer.welcome signup'])
  })

  it('leaves out what a test puts in the place of the object without the method', async () => {
    @Module({ collects: [On], providers: [Mailer] })
    class Root {}
    await withApp(
      Root,
      async (app) => {
        await app.ready()
        expect(app.get(On.members())).to.deep.equal([])
      },
      { override: [provide(Mailer, { useFactory: () => Object.create(null) as Mailer })] },
    )
  })

  it('calls nothing where a test gives an empty list', async () => {
    @Module({ collects: [On], providers: [Mailer] })
    class Root {}
    await withApp(
      Root,
      async (app) => {
        await app.ready()
        expect(app.get(On.members())).to.deep.equal([])
      },
      { override: [provide(On.members(), { useValue: [] })] },
    )
  })

  it('is in the tree', async () => {
    @Module({ providers: [Mailer] })
    class Feature {}
    @Module({ collects: [On], imports: [Feature] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      expect(app.printTree()).to.include('collects: @on').and.to.include('contributes: Mailer.welcome to @on')
    })
  })
})
