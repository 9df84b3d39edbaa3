import {
  Controller,
  collection,
  Get,
  Inject,
  Injectable,
  Module,
  memberDecorator,
  PluginWrapped,
  provide,
  token,
} from 'alcove'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import type { RootModule } from './app.js'
import { bootFailure, expectRefusal } from './boot-failure.js'

interface Job {
  run(): void
}

const Jobs = collection<Job>('jobs')
const Cron = memberDecorator<[pattern: string]>('cron')

@Injectable()
class Cleanup implements Job {
  run() {}
}

@Injectable()
class Nightly {
  @Cron('0 3 * * *')
  tidy() {}
}

async function codeOf(root: RootModule): Promise<string> {
  return (await bootFailure(root)).code
}

describe('a collection refuses', () => {
  it('a contribution that no module above collects', async () => {
    @Module({ providers: [Jobs.add(Cleanup)] })
    class Feature {}
    @Module({ imports: [Feature] })
    class Root {}
    const words = ['Feature contributes Cleanup to the collection "jobs"', 'Add it to "collects" of Feature']
    expect((await expectRefusal(Root, words)).code).to.equal('ALC_ERR_CONTRIBUTION_UNCOLLECTED')
  })

  it('a contribution that only a module beside or below collects, and names that module', async () => {
    @Module({ collects: [Jobs] })
    class Scheduling {}
    @Module({ providers: [Jobs.add(Cleanup)] })
    class Feature {}
    @Module({ imports: [Scheduling, Feature] })
    class Beside {}
    @Module({ imports: [Scheduling], providers: [Jobs.add(Cleanup)] })
    class Above {}
    await expectRefusal(Beside, ['Scheduling collects it, but is not above Feature'])
    await expectRefusal(Above, ['Scheduling collects it, but is not above Above'])
  })

  it('a contribution that is built for each request', async () => {
    @Injectable({ scope: 'request' })
    class Each implements Job {
      run() {}
    }
    @Module({ collects: [Jobs], providers: [Jobs.add(Each)] })
    class Root {}
    const { code } = await expectRefusal(Root, ['provider "jobs"', 'Each (one for each request)', 'one list for the'])
    expect(code).to.equal('ALC_ERR_PROVIDER_SCOPE')
  })

  it('a contribution that needs the collection', async () => {
    @Injectable()
    class Circular implements Job {
      constructor(@Inject(Jobs) readonly jobs: readonly Job[]) {}
      run() {}
    }
    @Module({ providers: [Jobs.add(Circular)] })
    class Feature {}
    @Module({ collects: [Jobs], imports: [Feature] })
    class Root {}
    const { code } = await expectRefusal(Root, ['Circular', 'provider "jobs"'])
    expect(code).to.equal('ALC_ERR_PROVIDER_CYCLE')
  })

  it('one class twice in one context', async () => {
    @PluginWrapped()
    @Module({ providers: [Jobs.add(Cleanup)] })
    class Wrapped {}
    @Module({ collects: [Jobs], imports: [Wrapped], providers: [Jobs.add(Cleanup)] })
    class Root {}
    const { code } = await expectRefusal(Root, ['contribution of Cleanup to "jobs"', 'Root > Wrapped'])
    expect(code).to.equal('ALC_ERR_DECLARED_TWICE')
  })

  it('a token that the context provides already', async () => {
    const mine = provide(token<Job>('mine'), { useValue: { run() {} } })
    @Module({ collects: [Jobs], providers: [mine, Jobs.add(mine)] })
    class Root {}
    expect(await codeOf(Root)).to.equal('ALC_ERR_DECLARED_TWICE')
  })

  it('two collectors in one context', async () => {
    @PluginWrapped()
    @Module({ collects: [Jobs] })
    class Wrapped {}
    @Module({ collects: [Jobs], imports: [Wrapped] })
    class Root {}
    const { code } = await expectRefusal(Root, ['"jobs"', 'Root > Wrapped'])
    expect(code).to.equal('ALC_ERR_DECLARED_TWICE')
  })

  it('to be injected where no module above collects it', async () => {
    @Controller('/jobs')
    class Reads {
      @Get()
      all(@Inject(Jobs) jobs: readonly Job[]) {
        return jobs.length
      }
    }
    @Module({ controllers: [Reads] })
    class Root {}
    const { code } = await expectRefusal(Root, ['Reads.all', '"jobs"', 'to "collects" of Root'])
    expect(code).to.equal('ALC_ERR_PROVIDER_INVISIBLE')
  })

  it('to be needed by a module with configure before those below open', async () => {
    @Module({ providers: [Jobs.add(Cleanup)] })
    class Feature {}
    @Module({ collects: [Jobs], imports: [Feature] })
    class Root {
      constructor(@Inject(Jobs) readonly jobs: readonly Job[]) {}
      configure() {}
    }
    expect(await codeOf(Root)).to.equal('ALC_ERR_OFFER_TOO_EARLY')
  })

  it('an entry that is neither a class nor a provider, with its place', () => {
    // @ts-expect-error: a function is neither
    const add = () => Jobs.add(() => undefined)
    expect(add).to.throw("collection('jobs').add(…)").with.property('code', 'ALC_ERR_DECLARATION_ARGUMENT')
    expect(() => collection(''))
      .to.throw()
      .with.property('code', 'ALC_ERR_DECLARATION_ARGUMENT')
  })

  it('an uncollected class without a name', async () => {
    @Module({
      providers: [
        Jobs.add(
          class {
            run() {}
          },
        ),
      ],
    })
    class Root {}
    await expectRefusal(Root, ['Root contributes (anonymous class) to the collection "jobs"'])
  })

  it('a token, which contains no provider', () => {
    const job = token<Job>('job')
    // @ts-expect-error: provide(job, …) is a provider
    const addToken = () => Jobs.add(job)
    // @ts-expect-error: a collection is not one of its own members
    const addList = () => Jobs.add(Jobs)
    for (const add of [addToken, addList]) {
      expect(add).to.throw('Pass a class, or provide(token').with.property('code', 'ALC_ERR_DECLARATION_ARGUMENT')
    }
  })

  it('a module or controller as a contribution', async () => {
    @Controller()
    class Listed {
      run() {}
    }
    @Module({ collects: [Jobs], providers: [Jobs.add(Listed)] })
    class Root {}
    expect(await codeOf(Root)).to.equal('ALC_ERR_ENTRY_MISPLACED')
  })

  it('other things in the list of what a module collects', async () => {
    // @ts-expect-error: a class is not a collection
    @Module({ collects: [Cleanup] })
    class Wrong {}
    // @ts-expect-error: an import through a cycle of files is undefined
    @Module({ collects: [undefined] })
    class Missing {}
    expect(await codeOf(Wrong)).to.equal('ALC_ERR_ENTRY_INVALID')
    expect(await codeOf(Missing)).to.equal('ALC_ERR_ENTRY_UNDEFINED')
  })
})

describe('a decorator of memberDecorator is refused', () => {
  it('on a method that no module above collects', async () => {
    @Module({ collects: [Cron] })
    class Scheduling {}
    @Module({ providers: [Nightly] })
    class Feature {}
    @Module({ imports: [Scheduling, Feature] })
    class Root {}
    const words = ['Nightly.tidy has @cron', 'neither Feature nor a module above', 'Scheduling collects it']
    expect((await expectRefusal(Root, words)).code).to.equal('ALC_ERR_MEMBER_UNCOLLECTED')
  })

  it('on a class that is not built once for its context', async () => {
    for (const scope of ['request', 'transient'] as const) {
      @Injectable({ scope })
      class Each {
        @Cron('* * * * *')
        tick() {}
      }
      @Module({ collects: [Cron], providers: [Each] })
      class Root {}
      const { code } = await expectRefusal(Root, ['Each.tick has @cron', 'built once for its context'])
      expect(code).to.equal('ALC_ERR_MEMBER_MISPLACED')
    }
  })

  it('on a module class', async () => {
    @Module({ collects: [Cron] })
    class Root {
      @Cron('* * * * *')
      tick() {}
    }
    const { code } = await expectRefusal(Root, ['Root.tick has @cron', 'a provider or controller'])
    expect(code).to.equal('ALC_ERR_MEMBER_MISPLACED')
  })

  it('beside parameter decorators, which nothing fills', async () => {
    @Controller()
    class Ticks {
      @Cron('* * * * *')
      tick(@Inject(Cleanup) cleanup: Cleanup) {
        cleanup.run()
      }
    }
    @Module({ collects: [Cron], providers: [Cleanup], controllers: [Ticks] })
    class Root {}
    expect(await codeOf(Root)).to.equal('ALC_ERR_MEMBER_MISPLACED')
  })

  it('on a field, on a static method and without parentheses', () => {
    expect(() => {
      class Field {
        // @ts-expect-error: a field is not a method
        @Cron('* * * * *')
        tick = () => {}
      }
      return Field
    }).to.throw('@cron')
    expect(() => {
      class Bare {
        // @ts-expect-error: the decorator takes a pattern
        @Cron
        tick() {}
      }
      return Bare
    }).to.throw('@cron()')
    expect(() => memberDecorator(''))
      .to.throw()
      .with.property('code', 'ALC_ERR_DECLARATION_ARGUMENT')
  })

  it('as a provider that needs the list of which it is a part', async () => {
    @Injectable()
    class Scheduler {
      constructor(@Inject(Cron.members()) readonly members: readonly unknown[]) {}
      @Cron('* * * * *')
      tick() {}
    }
    @Module({ collects: [Cron], providers: [Scheduler] })
    class Root {}
    expect(await codeOf(Root)).to.equal('ALC_ERR_PROVIDER_CYCLE')
  })

  it('nowhere where a test collects it', async () => {
    @Module({ providers: [Nightly] })
    class Feature {}
    await using app = await createTestApp(Feature, { given: [Cron] })
    expect(app.get(Cron.members()).map(({ method }) => method)).to.deep.equal(['tidy'])
  })
})
