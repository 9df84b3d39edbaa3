import { collection, Hook, Inject, Injectable, lazy, Module } from 'alcove'
import { expect } from 'chai'
import { type RootModule, withApp } from './app.js'

const ready = (root: RootModule) => withApp(root, (app) => Promise.resolve(app.ready()))

describe('disposal', () => {
  describe('of a provider that a module offers', () => {
    const steps: string[] = []
    const stepsOf = async (Root: RootModule) => {
      steps.length = 0
      await ready(Root)
      return [...steps]
    }
    @Injectable()
    class Pool {
      dispose() {
        steps.push('Pool')
      }
    }
    @Injectable()
    class Repository {
      constructor(readonly pool: Pool) {}
      async dispose() {
        await new Promise((resolve) => setImmediate(resolve))
        steps.push('Repository')
      }
    }
    @Module({ providers: [Pool], offers: [Pool] })
    class Database {}

    it('comes after its dependents in the module above', async () => {
      @Module({ providers: [Repository], imports: [Database] })
      class Root {}
      expect(await stepsOf(Root)).to.deep.equal(['Repository', 'Pool'])
    })

    it('comes after its dependents beside it, in both orders of the imports', async () => {
      @Module({ providers: [Repository] })
      class Posts {}
      @Module({ imports: [Posts, Database] })
      class Before {}
      @Module({ imports: [Database, Posts] })
      class After {}
      expect(await stepsOf(Before)).to.deep.equal(['Repository', 'Pool'])
      expect(await stepsOf(After)).to.deep.equal(['Repository', 'Pool'])
    })

    it('comes after the onClose hook of a module that uses a dependent, in both orders of the imports', async () => {
      @Module()
      class Pages {}
      const rootWith = (...imports: RootModule[]): RootModule => {
        @Module({ providers: [Repository], imports })
        class Root {
          constructor(readonly repository: Repository) {}
          @Hook('onClose')
          end() {
            steps.push('Root ends')
          }
        }
        return Root
      }
      const expected = ['Root ends', 'Repository', 'Pool']
      expect(await stepsOf(rootWith(Pages, Database))).to.deep.equal(expected)
      expect(await stepsOf(rootWith(Database, Pages))).to.deep.equal(expected)
    })

    it('does not bring the disposal of a dependent before that of modules below it', async () => {
      @Injectable()
      class Worker {
        constructor(@Inject(lazy(() => Repository)) readonly repository: object) {}
        dispose() {
          steps.push('Worker')
        }
      }
      @Module({ providers: [Worker] })
      class Work {}
      @Module({ providers: [Repository], imports: [Work, Database] })
      class Root {}
      expect(await stepsOf(Root)).to.deep.equal(['Worker', 'Repository', 'Pool'])
    })

    it('comes before the disposal of what it needs in the module above', async () => {
      @Injectable()
      class Settings {
        dispose() {
          steps.push('Settings')
        }
      }
      @Injectable()
      class Client {
        constructor(readonly settings: Settings) {}
        dispose() {
          steps.push('Client')
        }
      }
      @Injectable()
      class Mails {
        constructor(readonly client: Client) {}
        dispose() {
          steps.push('Mails')
        }
      }
      @Module({ providers: [Client], offers: [Client] })
      class Clients {}
      @Module({ providers: [Settings, Mails], imports: [Clients] })
      class Root {}
      expect(await stepsOf(Root)).to.deep.equal(['Mails', 'Client', 'Settings'])
    })

    it('comes after the dependents of its dependents, and after its own onClose hook', async () => {
      @Injectable()
      class Report {
        constructor(readonly repository: Repository) {}
        @Hook('onClose')
        end() {
          steps.push('Report ends')
        }
      }
      @Module({ providers: [Report] })
      class Reports {}
      @Module({ providers: [Repository], imports: [Reports, Database] })
      class Root {}
      expect(await stepsOf(Root)).to.deep.equal(['Report ends', 'Repository', 'Pool'])
    })
  })

  it('of contributed objects comes after those that hold their list', async () => {
    const steps: string[] = []
    const Jobs = collection<object>('jobs of the disposal test')
    @Injectable()
    class Cleanup {
      dispose() {
        steps.push('Cleanup')
      }
    }
    @Injectable()
    class Runner {
      constructor(@Inject(Jobs) readonly jobs: readonly object[]) {}
      dispose() {
        steps.push('Runner')
      }
    }
    @Module({ providers: [Jobs.add(Cleanup)] })
    class Cleaning {}
    @Module({ collects: [Jobs], providers: [Runner], imports: [Cleaning] })
    class Root {}
    await ready(Root)
    expect(steps).to.deep.equal(['Runner', 'Cleanup'])
  })
})
