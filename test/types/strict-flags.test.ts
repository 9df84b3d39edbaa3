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
    const tsc = inRepository('node_modules', 'typescript', 'bin', 'tsc')
    const options = [tsc, '-p', '.', '--noEmit', '--emitDeclarationOnly', 'false']
    await promisify(execFile)(process.execPath, options, { cwd: project.folder }).catch((error) => {
      throw new Error(String(Object(error).stdout))
    })
  })
})
