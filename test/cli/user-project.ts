import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inRepository, repository } from '../support/repository.js'

/** A TypeScript project of a user, with the compiler and alcove in its node_modules. */
export class UserProject {
  private constructor(readonly folder: string) {}

  static async create(files: Readonly<Record<string, string>>): Promise<UserProject> {
    const project = new UserProject(await mkdtemp(join(tmpdir(), 'alcove-project-')))
    await project.link('alcove', repository)
    await project.link('typescript', inRepository('node_modules', 'typescript'))
    await project.link('@typescript', inRepository('node_modules', '@typescript'))
    await project.link('@types/node', inRepository('node_modules', '@types', 'node'))
    await project.link('undici-types', inRepository('node_modules', 'undici-types'))
    await project.link('esbuild', inRepository('node_modules', 'esbuild'))
    for (const [file, text] of Object.entries(files)) await project.write(file, text)
    return project
  }

  async write(file: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.folder, file)), { recursive: true })
    await writeFile(join(this.folder, file), text)
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }

  /** Links a package into the node_modules of the project. */
  async link(name: string, target: string): Promise<void> {
    const path = join(this.folder, 'node_modules', name)
    await mkdir(dirname(path), { recursive: true })
    await symlink(target, path, 'junction')
  }
}

/** tsconfig.json, with more options of the compiler. */
export function settings(more: object): string {
  return JSON.stringify({
    compilerOptions: {
      target: 'es2023',
      lib: ['es2023', 'esnext.disposable'],
      module: 'nodenext',
      strict: true,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      skipLibCheck: true,
      types: ['node'],
      ...more,
    },
    include: ['src'],
  })
}

/** An application in one file, as the README shows it: it listens at import. */
export const wholeFile = `
import { bootstrap, Controller, Get, Injectable, Module, requestValue } from 'alcove'

@Injectable()
class Greeter {
  greet() { return 'hello' }
}

@Controller()
class Hello {
  constructor(private readonly greeter: Greeter) {}
  @Get('/hello') read() { return this.greeter.greet() }
}

@Module({ providers: [Greeter], controllers: [Hello], decorateRequest: [requestValue<string>('foo').is(process.argv[2] ?? 'none')] })
class AppModule {}

console.log('this is no JSON')
console.log('listens on', await bootstrap(AppModule).listen(1))
`
