import { expect } from 'chai'
import { settings, UserProject } from '../cli/user-project.js'
import { inRepository } from '../support/repository.js'
import { runCommand, runOrThrow } from '../support/run-command.js'

// The files are texts, because the tests themselves have no circle of imports.

const posts = (type: string, imports = '') => `
import { Inject, Injectable, lazy } from 'alcove'
import { Comments } from './comments.js'
${imports}

export interface Counts { count(): number }

@Injectable()
export class Posts {
  constructor(@Inject(lazy(() => Comments)) private readonly comments: ${type}) {}
  count(): number { return this.comments.count() }
}
`

const comments = (type: string, imports = '') => `
import { Inject, Injectable, lazy } from 'alcove'
import { Posts } from './posts.js'
${imports}

@Injectable()
export class Comments {
  constructor(@Inject(lazy(() => Posts)) private readonly posts: ${type}) {}
  count(): number { return 3 }
  ofPosts(): number { return this.posts.count() }
}
`

const main = (first: string, second: string) => `
import { bootstrap, Controller, Get, Module } from 'alcove'
import { ${first} } from './${first.toLowerCase()}.js'
import { ${second} } from './${second.toLowerCase()}.js'

@Controller()
class Sizes {
  constructor(private readonly posts: Posts, private readonly comments: Comments) {}
  @Get('/sizes') read() { return [this.posts.count(), this.comments.ofPosts()] }
}

@Module({ providers: [${first}, ${second}], controllers: [Sizes] })
class AppModule {}

console.log((await bootstrap(AppModule).inject('/sizes')).body)
`

describe('providers in two files that import each other', function () {
  this.timeout(60_000)

  let project: UserProject

  before(async () => {
    project = await UserProject.create({
      'package.json': JSON.stringify({ name: 'circle', type: 'module' }),
      'tsconfig.json': settings({ rootDir: 'src', outDir: 'dist' }),
    })
  })

  after(() => project.remove())

  /** Compiles both files and a program for each order of imports, and runs the programs. */
  async function run(files: { readonly posts: string; readonly comments: string }) {
    await project.write('src/posts.ts', files.posts)
    await project.write('src/comments.ts', files.comments)
    await project.write('src/posts-first.ts', main('Posts', 'Comments'))
    await project.write('src/comments-first.ts', main('Comments', 'Posts'))
    const cwd = project.folder
    await runOrThrow(process.execPath, [inRepository('node_modules/typescript/bin/tsc'), '-p', '.'], { cwd })
    const names = ['dist/posts-first.js', 'dist/comments-first.js']
    return Promise.all(names.map((name) => runCommand(process.execPath, [name], { cwd })))
  }

  it('get each other with lazy on both sides, typed by an interface or by an imported type', async () => {
    const written = {
      posts: posts('Counts'),
      comments: comments('PostsType', "import type { Posts as PostsType } from './posts.js'"),
    }
    for (const { stdout, stderr } of await run(written)) expect(stdout, stderr).to.equal('[3,3]\n')
  })

  it('fail while they are loaded where the parameters are declared by the classes', async () => {
    const found = await run({ posts: posts('Comments'), comments: comments('Posts') })
    expect(found.map(({ stderr }) => /ReferenceError: .*/.exec(stderr)?.[0])).to.deep.equal([
      "ReferenceError: Cannot access 'Posts' before initialization",
      "ReferenceError: Cannot access 'Comments' before initialization",
    ])
  })
})
