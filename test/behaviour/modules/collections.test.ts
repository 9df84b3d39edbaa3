import { collection, Inject, Injectable, Module, PluginWrapped, provide, token, use } from 'alcove'
import { expect } from 'chai'
import { type App, ask, askOnce, type RootModule, withApp } from './app.js'
import { type Job, JobController, Jobs, jobNamed } from './jobs.js'

/** The names of the jobs that a module collects. */
async function jobsOf(root: RootModule): Promise<unknown> {
  return (await askOnce(root, 'GET /jobs')).body
}

describe('a collection', () => {
  it('gives all contributions of the module that collects it and below', async () => {
    @Module({ providers: [Jobs.add(jobNamed('below'))] })
    class Below {}
    @Module({ imports: [Below] })
    class Between {}
    @Module({
      collects: [Jobs],
      imports: [Between],
      providers: [Jobs.add(jobNamed('own'))],
      controllers: [JobController],
    })
    class Root {}
    expect(await jobsOf(Root)).to.deep.equal(['own', 'below'])
  })

  it("lists a module's own first, then those of its imports in their order, wrapped ones in their place", async () => {
    @Module({ providers: [Jobs.add(jobNamed('1.1'))] })
    class Deep {}
    @Module({ imports: [Deep], providers: [Jobs.add(jobNamed('1'))] })
    class First {}
    @PluginWrapped()
    @Module({ providers: [Jobs.add(jobNamed('2'))] })
    class Second {}
    @Module({ providers: [Jobs.add(jobNamed('3'))] })
    class Third {}
    @Module({
      collects: [Jobs],
      imports: [First, Second, Third],
      providers: [Jobs.add(jobNamed('a')), Jobs.add(jobNamed('b'))],
      controllers: [JobController],
    })
    class Root {}
    expect(await jobsOf(Root)).to.deep.equal(['a', 'b', '1', '1.1', '2', '3'])
  })

  it('is empty where nothing contributes', async () => {
    @Module({ collects: [Jobs], controllers: [JobController] })
    class Root {}
    expect(await jobsOf(Root)).to.deep.equal([])
  })

  it('takes classes, values, factories and what is awaited', async () => {
    const Base = token<string>('base')
    const byFactory = provide(token<Job>('made'), { useFactory: (base) => ({ name: `${base}!` }), inject: [Base] })
    const awaited = provide(token<Job>('awaited'), { useAsync: async () => ({ name: 'awaited' }), inject: [Base] })
    @Module({
      providers: [
        provide(Base, { useValue: 'base' }),
        Jobs.add(byFactory),
        Jobs.add(awaited),
        Jobs.add(provide('value', { useValue: { name: 'value' } })),
        Jobs.add(provide('class', { useClass: jobNamed('class') })),
      ],
    })
    class Feature {}
    @Module({ collects: [Jobs], imports: [Feature], controllers: [JobController] })
    class Root {}
    expect(await jobsOf(Root)).to.deep.equal(['base!', 'awaited', 'value', 'class'])
  })

  it('takes numbers and texts from providers', async () => {
    const Ports = collection<number>('ports')
    @Module({ collects: [Ports], providers: [Ports.add(provide('http', { useValue: 80 }))] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      expect(app.get(Ports)).to.deep.equal([80])
    })
  })

  it('gives the nearest collector what is contributed', async () => {
    @Module({ providers: [Jobs.add(jobNamed('inner'))] })
    class Deep {}
    @Module({ collects: [Jobs], imports: [Deep] })
    class Inner {}
    @Module({
      collects: [Jobs],
      imports: [Inner],
      providers: [Jobs.add(jobNamed('outer'))],
      controllers: [JobController],
    })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /jobs')).body).to.deep.equal(['outer'])
      expect(app.get(Jobs, { in: Deep }).map(({ name }) => name)).to.deep.equal(['inner'])
    })
  })

  it('gives one frozen list in its context and below', async () => {
    @Injectable()
    class Reader {
      constructor(@Inject(Jobs) readonly jobs: readonly Job[]) {}
    }
    @Module({ providers: [Reader] })
    class Below {}
    @Module({ collects: [Jobs], imports: [Below], providers: [Jobs.add(jobNamed('one'))] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      expect(app.get(Reader, { in: Below }).jobs).to.equal(app.get(Jobs))
      expect(Object.isFrozen(app.get(Jobs))).to.equal(true)
    })
  })

  it('makes a contributed class a provider of its module: the same object', async () => {
    const One = jobNamed('one')
    @Injectable()
    class Neighbour {
      constructor(@Inject(One) readonly job: Job) {}
    }
    @Module({ providers: [Neighbour, Jobs.add(One)] })
    class Feature {}
    @Module({ collects: [Jobs], imports: [Feature] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      expect(app.get(Neighbour, { in: Feature }).job).to.equal(app.get(Jobs)[0])
    })
  })

  it('takes the object of a class that the module provides as well, before or after', async () => {
    const [First, Last] = [jobNamed('first'), jobNamed('last')]
    @Module({ collects: [Jobs], providers: [First, Jobs.add(First), Jobs.add(Last), Last] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      expect(app.get(Jobs)).to.deep.equal([app.get(First), app.get(Last)])
      expect(app.get(Jobs)[1]).to.equal(app.get(Last))
    })
  })

  it('shares an object that is contributed to two collections', async () => {
    const Health = collection<Job>('health')
    const One = jobNamed('one')
    @Module({ collects: [Jobs, Health], providers: [Jobs.add(One), Health.add(One)] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      expect(app.get(Jobs)[0]).to.equal(app.get(Health)[0])
    })
  })

  it('has an object for each context that contributes the class', async () => {
    @Module({ providers: [Jobs.add(jobNamed('twice'))] })
    class Feature {}
    @Module({ collects: [Jobs], imports: [use(Feature, { prefix: '/1' }), use(Feature, { prefix: '/2' })] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      const [first, second] = app.get(Jobs)
      expect(app.get(Jobs)).to.have.length(2)
      expect(first).not.to.equal(second)
    })
  })

  it('is built from the values of the module that contributes, after its plugins have loaded', async () => {
    @Injectable()
    class FromPlugin implements Job {
      constructor(@Inject('word') readonly name: string) {}
    }
    const wordPlugin = async (instance: App['instance']) => {
      instance.decorate('word', 'of the plugin')
    }
    const wrapped = Object.assign(wordPlugin, { [Symbol.for('skip-override')]: true })
    @Module({ plugins: [wrapped], providers: [Jobs.add(FromPlugin)] })
    class Feature {}
    @Module({ collects: [Jobs], imports: [Feature], controllers: [JobController] })
    class Root {}
    expect(await jobsOf(Root)).to.deep.equal(['of the plugin'])
  })

  it('is collected by the module that a wrapped module is wrapped into', async () => {
    @PluginWrapped()
    @Module({ collects: [Jobs] })
    class Scheduling {}
    @Module({ imports: [Scheduling], providers: [Jobs.add(jobNamed('own'))], controllers: [JobController] })
    class Root {}
    expect(await jobsOf(Root)).to.deep.equal(['own'])
  })

  it('may be offered, so that a module beside sees it', async () => {
    @Module({ providers: [Jobs.add(jobNamed('below'))] })
    class Below {}
    @Module({ collects: [Jobs], offers: [Jobs], imports: [Below] })
    class Scheduling {}
    @Module({ controllers: [JobController] })
    class Beside {}
    @Module({ imports: [Beside, Scheduling] })
    class Root {}
    expect(await jobsOf(Root)).to.deep.equal(['below'])
  })

  it('contributes an object that the module offers', async () => {
    const One = jobNamed('one')
    @Module({ providers: [Jobs.add(One)], offers: [One] })
    class Feature {}
    @Module({ collects: [Jobs], imports: [Feature] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      expect(app.get(Jobs)[0]).to.equal(app.get(One))
    })
  })

  it('gives an object of its own for a transient class', async () => {
    @Injectable({ scope: 'transient' })
    class Each implements Job {
      readonly name = 'each'
    }
    @Injectable()
    class Other {
      constructor(readonly each: Each) {}
    }
    @Module({ collects: [Jobs], providers: [Jobs.add(Each), Other] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      expect(app.get(Jobs)[0]).to.equal(app.get(Jobs)[0])
      expect(app.get(Jobs)[0]).not.to.equal(app.get(Other).each)
    })
  })

  it('disposes each contribution once, with its own context', async () => {
    const ended: string[] = []
    @Injectable()
    class Closing implements Job {
      readonly name = 'closing'
      dispose() {
        ended.push(this.name)
      }
    }
    @Module({ providers: [Jobs.add(Closing)] })
    class Feature {}
    @Module({ collects: [Jobs], imports: [Feature], controllers: [JobController] })
    class Root {}
    await withApp(Root, (app) => ask(app, 'GET /jobs'))
    expect(ended).to.deep.equal(['closing'])
  })
})
