import { join } from 'node:path'
import { FreshProject } from '../package/fresh-project.js'
import { runOrThrow } from '../support/run-command.js'
import { runsAll, skipWithoutTools, tools } from './tools.js'

const application = `
import { Body, Controller, ErrorHandler, Get, Injectable, Module, Param, Post, type Reply, type Request, ValidationError } from 'alcove'

@Injectable()
export class Users {
  find(id: number) {
    return { id, name: 'Ada', born: new Date(0) }
  }
}

const born = { type: 'object', properties: { name: { type: 'string' }, born: { type: 'string', format: 'date-time' } } } as const

@Controller('/users')
export class UsersController {
  constructor(private readonly users: Users) {}
  @Get('/:id')
  find(@Param('id', { type: 'integer' }) id: number) {
    return this.users.find(id)
  }
  @Get('/:id/bytes')
  bytes(@Param('id') id: string) {
    return Buffer.from(id)
  }
  @Post()
  add(@Body({ ...born, required: ['name'] }) user: { name: string }) {
    return user
  }
}

@Module({ providers: [Users], controllers: [UsersController] })
export class AppModule {
  @ErrorHandler(ValidationError)
  invalid(error: ValidationError, _request: Request, reply: Reply) {
    reply.code(422).send({ part: error.validationContext })
  }
}
`

/** Globals of Jest, declared here: the project has no types of it. */
const tests = `
import { provide } from 'alcove'
import { inspect } from 'alcove/inspect'
import { createTestApp } from 'alcove/testing'
import { AppModule, Users } from './app'

declare const test: (name: string, run: () => Promise<void>) => void
declare const expect: (value: unknown) => { toEqual(expected: unknown): void; toContain(part: unknown): void }

test('classes of one entry are those of another', async () => {
  const find = (id: number) => ({ id, name: 'Grace', born: new Date(0) })
  const app = await createTestApp(AppModule, { override: [provide(Users, { useValue: { find } })] })
  expect((await app.inject('/users/1')).json()).toEqual({ id: 1, name: 'Grace', born: '1970-01-01T00:00:00.000Z' })
  expect((await app.inject('/users/7/bytes')).body).toEqual('7')
  const refused = await app.inject({ method: 'POST', url: '/users', payload: {} })
  expect([refused.statusCode, refused.json()]).toEqual([422, { part: 'body' }])
  expect(inspect(app).routes.length > 0).toEqual(true)
  expect(app.printTree()).toContain('UsersController')
  await app.close()
})

test('an application answers over a socket', async () => {
  const app = await createTestApp(AppModule)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(address + '/users/2')
  expect([answer.status, await answer.json()]).toEqual([200, { id: 2, name: 'Ada', born: '1970-01-01T00:00:00.000Z' }])
  await app.close()
})
`

const compilerOptions = {
  target: 'es2023',
  strict: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  esModuleInterop: true,
  skipLibCheck: true,
  types: ['node'],
}

function swc(type: 'commonjs' | 'es6') {
  const jsc = {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  }
  return [join(tools, 'node_modules', '@swc', 'jest'), { module: { type }, jsc }]
}

function tsJest(modules: object, useESM: boolean) {
  return [join(tools, 'node_modules', 'ts-jest'), { useESM, tsconfig: { ...compilerOptions, ...modules } }]
}

const rows: readonly (readonly [name: string, transform: readonly unknown[], isModule: boolean])[] = [
  ['swc, CommonJS', swc('commonjs'), false],
  ['swc, ES modules', swc('es6'), true],
  ['ts-jest, CommonJS', tsJest({ module: 'commonjs', moduleResolution: 'node10' }, false), false],
  ['ts-jest, ES modules', tsJest({ module: 'esnext', moduleResolution: 'bundler' }, true), true],
]

describe('the preset of Jest', function () {
  this.timeout(300_000)

  let project: FreshProject

  before(async function () {
    skipWithoutTools(this)
    project = await FreshProject.installed()
    await project.write('package.json', '{ "name": "fresh", "private": true }')
    await project.write('app.ts', application)
    await project.write('app.test.ts', tests)
  })

  after(() => project?.remove())

  for (const [name, transform, isModule] of rows.filter(([each]) => runsAll || /swc, C|ts-jest, E/.test(each))) {
    it(`runs tests of an application by ${name}`, async () => {
      const config = {
        preset: 'alcove',
        rootDir: project.folder,
        cacheDirectory: join(project.folder, 'cache'),
        transform: { '\\.ts$': transform },
        extensionsToTreatAsEsm: isModule ? ['.ts'] : [],
      }
      await project.write('jest.json', JSON.stringify(config))
      const jest = join(tools, 'node_modules', 'jest', 'bin', 'jest.js')
      await runOrThrow(process.execPath, [jest, '--ci', '-c', 'jest.json'], {
        cwd: project.folder,
        env: { NODE_OPTIONS: isModule ? '--experimental-vm-modules' : undefined },
      })
    })
  }
})
