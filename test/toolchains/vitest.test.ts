import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { importing, readPage } from '../docs/markdown.js'
import { FreshProject } from '../package/fresh-project.js'
import { type CommandResult, runCommand } from '../support/run-command.js'
import { runsAll, skipWithoutTools, tools } from './tools.js'

/** A constructor gets its arguments by the types that Vite emits. */
const byTypes = `
import { createTestApp } from 'alcove/testing'
import { Controller, Get, Injectable, Module, Param, Schema } from 'alcove'
import { inspect } from 'alcove/inspect'
import { expect, test } from 'vitest'

@Injectable()
class Users {
  find(id: number) {
    return { id, born: new Date(0), secret: 'dropped' }
  }
}

const born = { type: 'object', properties: { id: { type: 'integer' }, born: { type: 'string', format: 'date-time' } } } as const

@Controller('/users')
class UsersController {
  constructor(private readonly users: Users) {}
  @Get('/:id')
  @Schema({ response: { 200: born } })
  find(@Param('id', { type: 'integer' }) id: number) {
    return this.users.find(id)
  }
  @Get('/:id/bytes')
  bytes(@Param('id') id: string) {
    return Buffer.from(id)
  }
}

@Module({ providers: [Users], controllers: [UsersController] })
class AppModule {}

test('an application answers over a socket, and inject', async () => {
  const app = await createTestApp(AppModule)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(address + '/users/2')
  expect([answer.status, await answer.json()]).toEqual([200, { id: 2, born: '1970-01-01T00:00:00.000Z' }])
  expect((await app.inject('/users/two')).statusCode).toEqual(400)
  expect((await app.inject('/users/7/bytes')).body).toEqual('7')
  expect(inspect(app).routes.length > 0).toEqual(true)
  await app.close()
})
`

const settings = { compilerOptions: { target: 'es2023', experimentalDecorators: true, emitDecoratorMetadata: true } }

describe('vitest', function () {
  this.timeout(300_000)

  let project: FreshProject
  let application: string

  before(async function () {
    skipWithoutTools(this)
    project = await FreshProject.installed()
    await mkdir(join(project.folder, 'node_modules'), { recursive: true })
    await symlink(join(tools, 'node_modules', 'vitest'), join(project.folder, 'node_modules', 'vitest'))
    const { fences } = await readPage('docs/recipes/testing.md')
    application = fences.find(({ info }) => info === 'ts')?.code ?? ''
    await project.write('app.ts', application)
    await project.write('now.test.ts', importing(fences, 'vitest'))
    await project.write('types.test.ts', byTypes)
    await project.write('tsconfig.json', JSON.stringify(settings))
  })

  after(() => project?.remove())

  function run(pool: string): Promise<CommandResult> {
    const vitest = join(tools, 'node_modules', 'vitest', 'vitest.mjs')
    return runCommand(process.execPath, [vitest, 'run', `--pool=${pool}`], {
      cwd: project.folder,
      env: { NO_COLOR: '1', FORCE_COLOR: undefined, NODE_OPTIONS: undefined },
    })
  }

  for (const pool of runsAll ? ['forks', 'threads', 'vmThreads', 'vmForks'] : ['forks', 'vmThreads']) {
    it(`runs the test of docs/recipes/testing.md, and one by emitted types, in the pool ${pool}`, async () => {
      const { status, stdout, stderr } = await run(pool)
      expect(status, stdout + stderr).to.equal(0)
      expect(stdout).to.match(/Tests +2 passed/)
    })
  }

  it('fails where the application is another', async () => {
    await project.write('app.ts', application.replace("prefix: '/now'", "prefix: '/never'"))
    const { status, stdout } = await run('forks')
    expect([status, /Tests +1 failed \| 1 passed/.test(stdout)], stdout).to.deep.equal([1, true])
  })
})
