import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inRepository } from '../support/repository.js'
import { runCommand } from '../support/run-command.js'
import type { Fence, Page } from './markdown.js'

const compiler = inRepository('node_modules', 'typescript', 'bin', 'tsc')

const settings = {
  extends: '../../../tsconfig.base.json',
  compilerOptions: { rootDir: '.', outDir: 'out', noUnusedLocals: false, noUnusedParameters: false, strict: true },
  include: ['.'],
  exclude: ['out'],
}

/** A program: of TypeScript, or one that is a CommonJS module, which is run as it is. */
export function isProgram({ info }: Fence): boolean {
  return info === 'ts' || info === 'js'
}

function nameOf(page: Page, { line }: Fence): string {
  return `${page.path}.${line}`
}

/** A folder of snippets that are compiled together; below the repository, so that `alcove` names the package itself. */
export class SnippetFiles {
  private readonly folder: string

  /** `endOf` returns code to add below the code of a snippet. */
  constructor(
    name: string,
    private readonly endOf: (fence: Fence) => string = () => '',
  ) {
    this.folder = inRepository('build', 'snippets', name)
  }

  /** The messages of the compiler about the snippets of some pages; empty without a problem. */
  async check(pages: readonly Page[]): Promise<string> {
    return this.runCompiler(pages, '--noEmit')
  }

  /** Compiles the snippets of some pages without their types, which {@link check} checks. */
  async compile(pages: readonly Page[]): Promise<void> {
    await this.runCompiler(pages, '--noCheck')
  }

  private async runCompiler(pages: readonly Page[], option: string): Promise<string> {
    await rm(this.folder, { recursive: true, force: true })
    await mkdir(this.folder, { recursive: true })
    // The compiler wants at least one file.
    await writeFile(join(this.folder, 'none.ts'), 'export {}\n')
    await Promise.all(pages.map((page) => this.write(page)))
    await writeFile(join(this.folder, 'tsconfig.json'), JSON.stringify(settings))
    const args = [compiler, '-p', this.folder, '--pretty', 'false', option]
    const result = await runCommand(process.execPath, args, { cwd: this.folder })
    return result.stdout.trim()
  }

  /** The file of a snippet that can be run. */
  compiled(page: Page, fence: Fence): string {
    return fence.info === 'js' ? this.written(page, fence) : join(this.folder, 'out', `${nameOf(page, fence)}.js`)
  }

  private written(page: Page, fence: Fence): string {
    return join(this.folder, `${nameOf(page, fence)}.${fence.info === 'js' ? 'cjs' : 'ts'}`)
  }

  /** Each snippet becomes a file of its own, on the same line as on its page. */
  private async write(page: Page): Promise<void> {
    for (const fence of page.fences.filter(isProgram)) {
      const file = this.written(page, fence)
      await mkdir(dirname(file), { recursive: true })
      const end = fence.info === 'js' ? '' : `${this.endOf(fence)}\nexport {}\n`
      await writeFile(file, `${'\n'.repeat(fence.line - 1)}${fence.code}\n${end}`)
    }
  }
}
