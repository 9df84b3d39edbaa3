import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { settings, UserProject } from '../cli/user-project.js'
import { inRepository } from '../support/repository.js'

const program = `
import { answer, Body, bootstrap, Controller, createServer, Get, Inject, type Infer, Injectable, Module, Param, Post, Rep,
  type Reply, requestValue, Schema, shared } from 'alcove'

const User = shared('user', { type: 'object', required: ['name'], properties: {
  name: { type: 'string' }, age: { type: 'integer', default: 18 }, mail: { type: 'string', format: 'email' } } })
type User = Infer<typeof User>
const Answer = requestValue<number>('answer')

@Injectable()
class Users {
  readonly all: User[] = []
}

@Controller('/users')
class UserController {
  private readonly users: Users
  constructor(users: Users) {
    this.users = users
  }
  @Post() @Schema({ response: { 201: User.ref, 404: { type: 'object', properties: { text: { type: 'string' } } } } })
  add(@Body(User.ref) user: User) {
    this.users.all.push(user)
    return answer(201, user)
  }
  @Get('/:id') @Schema({ response: { 200: User.ref } })
  async read(@Param('id', { type: 'integer' }) id: number, @Inject(Answer) asked: number, @Rep() reply: Reply) {
    reply.header('x-asked', asked)
    return this.users.all[id]
  }
  // @ts-expect-error the name is a string
  @Get('/wrong') @Schema({ response: { 200: User.ref } })
  wrong() {
    return { name: 5 }
  }
}

@Module({ schemas: [User], providers: [Users], decorateRequest: [Answer.is(42)], controllers: [UserController] })
class AppModule {}

export const app: ReturnType<typeof bootstrap> = bootstrap(AppModule)
export const server: ReturnType<typeof createServer> = createServer()
`

/** The shared parts of a package. Each export has the type that the compiler infers. */
const library = `
import { All, answer, Around, Body, bootstrap, collection, compose, contextValue, Controller, ErrorHandler, Events, Get,
  Guard, Headers, Hook, Inject, Injectable, lazy, memberDecorator, Messages, Module, Param, Params, paramOf, pluginWrapper,
  provide, Query, replyValue, Req, requestValue, Route, routeValue, Schema, shared, Socket, Status, token, Use, use } from 'alcove'
import { createTestApp, replace } from 'alcove/testing'

export const User = shared('user', { type: 'object', properties: { name: { type: 'string' } } })
export const Name = token<string>('name')
export const values = [requestValue<number>('a').optional, replyValue<string>('b').is('x'), contextValue<{ x: 1 }>('c')] as const
export class Users { readonly all: string[] = [] }
export class Allow { canActivate() { return true } }
export const providers = [provide(Name, { useValue: 'x' }), provide(Name, { useAsync: async () => 'x', scope: 'request' })] as const
export const GetJson = (path: string) => Get(path, { bodyLimit: 10 })
export const routes = [Get(), All('/x'), Route({ method: 'GET' }), Status(201), Socket('/x'), Events()] as const
export const parameters = [Query(), Params(), Headers(), Req(), Messages(), Param('id'), Query('n', { type: 'integer' })] as const
export const bodies = [Body(), Body(User.ref), Inject(Name), Inject(Users), Inject(lazy(() => Users))] as const
export const Secured = (role: string) => compose(Roles([role]), Guard(Allow), Schema({ body: User.ref }))
export const Roles = routeValue<string[]>('roles')
export const Cron = memberDecorator<[pattern: string]>('cron')
export const every = [Cron('* *'), Cron.members(), Roles(['admin'])] as const
export const Jobs = collection<Users>('jobs')
export const job = Jobs.add(Users)
export const Language = paramOf((request) => request.headers['accept-language'])
export const methods = [Hook('onSend'), Hook('onReady'), ErrorHandler(TypeError), Around(), Use('onRequest', async () => {})] as const
export const classes = [Controller('x'), Injectable({ inject: [Name] }), Module({}), Guard(() => true)] as const
export const plugin = pluginWrapper(async () => {}, { name: 'x' })
export const used = use(plugin, {})
export const notFound = (id: number) => (id > 1 ? answer(404, { id }) : answer(204))
export const app = () => bootstrap(Users)
export const testApp = () => createTestApp(Users, { override: [replace(Users, Users)] })
`

async function compile(project: UserProject, ...more: readonly string[]): Promise<void> {
  const tsc = inRepository('node_modules', 'typescript', 'bin', 'tsc')
  await promisify(execFile)(process.execPath, [tsc, ...more], { cwd: project.folder }).catch((error) => {
    throw new Error(String(Object(error).stdout))
  })
}

describe('a library that shares tokens, decorators and providers', function () {
  this.timeout(120_000)

  it('emits declarations: the inferred types have names that alcove exports', async () => {
    const project = await UserProject.create({
      'package.json': '{ "type": "module" }',
      'tsconfig.json': settings({ declaration: true, rootDir: 'src', outDir: 'dist' }),
      'src/library.ts': library,
    })
    await compile(project, '-p', '.').finally(() => project.remove())
  })
})

describe('a program under strict flags of the compiler', function () {
  this.timeout(120_000)
  let project: UserProject

  before(async () => {
    project = await UserProject.create({
      'package.json': '{ "type": "module" }',
      'tsconfig.json': settings({
        skipLibCheck: false,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        isolatedDeclarations: true,
        declaration: true,
        erasableSyntaxOnly: true,
        verbatimModuleSyntax: true,
      }),
      'src/app.ts': program,
    })
  })
  after(() => project.remove())

  it('compiles, and so do the declarations of the package', async () => {
    await compile(project, '-p', '.', '--noEmit', '--emitDeclarationOnly', 'false')
  })
})
