import { bootstrap, Controller, collection, Get, Inject, Module, provide } from 'alcove'
import { inspect } from 'alcove/inspect'
import { expect } from 'chai'
import { alcove } from './command-line.js'

const Jobs = collection<string>('jobs')

@Controller('/jobs')
class JobController {
  @Get()
  all(@Inject(Jobs) jobs: readonly string[]) {
    return jobs
  }
}

@Module({
  collects: [Jobs],
  providers: [Jobs.add(provide('nightly', { useValue: 'nightly' }))],
  controllers: [JobController],
})
class AppModule {}

describe('alcove explain, of a route that injects a collection', () => {
  it('shows the collection, and hides nothing that no nearer entry hides', async () => {
    const app = await bootstrap(AppModule).ready()
    const inspection = inspect(app.instance)
    await app.close()
    const load = async () => ({ inspection, problems: [], unseen: [], warnings: [], written: null, made: null })
    const args = ['explain', 'GET', '/jobs', '--entry', 'fixtures/core.ts', '--no-build']
    const { stdout } = await alcove(args, { load })
    expect(stdout).to.match(/^ +jobs +collection +AppModule *$/m)
    expect(stdout).to.match(/parameter 1 of JobController\.all +provider jobs +of AppModule/)
    expect(stdout).not.to.include('hidden by a nearer one')
  })
})
