import { expect } from 'chai'
import { alcove } from './command-line.js'
import { settings, UserProject } from './user-project.js'

const users = `
import { Controller, Get, Module } from 'alcove'

// UsersController is not listed yet
@Controller('/users')
export class UsersController {
  @Get()
  list() {
    return []
  }
}
`

const main = `
import { bootstrap, Controller, Get, Module } from 'alcove'
import type { Later } from './later.js'
import { UsersController } from './users.controller.js'

@Controller()
class Hello {
  @Get()
  hello(): Later | string {
    return 'hello'
  }
}

@Module({ controllers: [Hello] })
class AppModule {}

await bootstrap(AppModule).listen(0)
`

const sources: Readonly<Record<string, string>> = {
  'src/main.ts': main,
  'src/users.controller.ts': users,
  'src/later.ts': 'export interface Later { later: true }',
  'src/billing.module.ts': `
import { Guard, Controller, Get, Module } from 'alcove'
@Guard(() => true) @Controller({ prefix: '/bills (all)' })
class Bills {
  @Get() list() { return [] }
}
@Module({ controllers: [Bills] })
export class BillingModule {}
`,
}

/** Sources whose classes no module of the application lists, for a reason that check cannot know. */
const uncertain: Readonly<Record<string, string>> = {
  'another application': `
import { bootstrap, Module } from 'alcove'
@Module()
class WorkerModule {}
export const start = () => bootstrap(WorkerModule)
`,
  'one of several by setting': `
import { Module } from 'alcove'
@Module()
class Local {}
@Module()
class Remote {}
export const Storage = process.env.REMOTE ? Remote : Local
`,
  'a base class': `
import { Controller, Get } from 'alcove'
@Controller('/base')
abstract class Base {
  @Get() list() { return [] }
}
export class Derived extends Base {}
`,
  'a default export': `
import { Controller } from 'alcove'
@Controller()
export default class Whole {}
`,
  'a class of another framework': `
const Module = (_options: object) => (_target: object) => {}
@Module({})
export class Foreign {}
`,
  'code in a text': `
import { Module } from 'alcove'
@Module()
class Real {}
export const code = [Real, '@Module() class Written {}']
`,
}

describe('alcove check on classes that no source lists', () => {
  let project: UserProject
  const warnings = async () => JSON.parse((await alcove(['check', '--json'], { cwd: project.folder })).stdout).warnings

  afterEach(() => project.remove())

  async function create(files: Readonly<Record<string, string>>): Promise<void> {
    project = await UserProject.create({
      'package.json': '{ "type": "module" }',
      'tsconfig.json': settings({ rootDir: 'src', outDir: 'dist' }),
      ...files,
    })
  }

  it('warns of a controller and of a module, each with its place', async () => {
    await create(sources)
    expect(await warnings()).to.have.deep.members([
      {
        subject: 'UsersController',
        message:
          'no source of the project refers to this controller, so its routes do not exist. Add it to "controllers" of a module, or remove it.',
        place: 'src/users.controller.ts:6:14',
        route: null,
        part: null,
        at: null,
        key: null,
      },
      {
        subject: 'BillingModule',
        message:
          'no source of the project refers to this module, so it never boots. Add it to "imports" of another module, or remove it.',
        place: 'src/billing.module.ts:8:14',
        route: null,
        part: null,
        at: null,
        key: null,
      },
    ])
  })

  it('warns neither of listed classes nor of classes that may have another use', async () => {
    const listed = main.replace('[Hello]', '[Hello, UsersController]')
    const files = Object.entries(uncertain).map(([name, text]) => [`src/${name.replaceAll(' ', '-')}.ts`, text])
    await create({
      ...sources,
      'src/main.ts': listed,
      'src/billing.module.ts': "import { Module } from 'alcove'\n@Module()\nexport class BillingModule {}",
      'src/index.ts': "export * from './billing.module.js'",
      ...Object.fromEntries(files),
    })
    expect(await warnings()).to.deep.equal([])
  })

  it('warns of nothing where modules are found by code', async () => {
    const found = "import * as all from './users.controller.js'\n"
    await create({
      ...sources,
      'src/main.ts': found + main.replace('[Hello]', '[Hello, ...Object.values(all)]'),
      'src/billing.module.ts': 'export {}',
    })
    expect(await warnings()).to.deep.equal([])
  })
})
