import { expect } from 'chai'
import { alcove } from '../cli/command-line.js'
import { settings, UserProject } from '../cli/user-project.js'
import { type Fence, type Page, parsePage, readPages } from './markdown.js'
import { isProgram } from './snippet-files.js'

/** A fence of a console: `$ npx alcove …`, and below it what that prints. */
const command = /^\$ npx alcove (.*)\n([\s\S]*)$/

/** The output of a command for the program above its console. */
async function printedBy(page: Page, console: Fence, args: readonly string[]): Promise<string> {
  const program = page.fences.filter((fence) => isProgram(fence) && fence.line < console.line).at(-1)
  if (program === undefined) throw new Error(`${page.path}:${console.line} no program stands above`)
  const project = await UserProject.create({
    'package.json': '{"type":"module"}',
    'tsconfig.json': settings({ rootDir: 'src', outDir: 'dist', sourceMap: true }),
    'src/main.ts': program.code,
  })
  try {
    const screen = { cwd: project.folder, columns: 120, env: { NO_COLOR: '1' } }
    const { stdout, stderr } = await alcove([...args, '--entry', 'src/main.ts'], screen)
    // The package is linked, not installed.
    return (stdout + stderr).replace(/(?<= more: )\S+(?=\/docs\/errors\/)/g, 'node_modules/alcove')
  } finally {
    await project.remove()
  }
}

/** Consoles that show something else than what their command prints. */
async function broken(pages: readonly Page[]): Promise<readonly string[]> {
  const problems: string[] = []
  for (const page of pages) {
    for (const fence of page.fences.filter(({ info }) => info === 'console')) {
      const [, args = '', promised = ''] = command.exec(fence.code) ?? []
      const printed = await printedBy(page, fence, args.split(' '))
      if (printed.trim() !== promised.trim()) problems.push(`${page.path}:${fence.line} prints\n${printed}`)
    }
  }
  return problems
}

describe('consoles in the documentation', function () {
  this.timeout(120_000)

  it('show what the commands print for the program above them', async () => {
    const pages = await readPages()
    expect(pages.flatMap(({ fences }) => fences).filter(({ info }) => info === 'console')).not.to.have.length(0)
    expect((await broken(pages)).join('\n')).to.equal('')
  })

  it('are reported with what is printed instead', async () => {
    const program = "import { Module } from 'alcove'\n@Module()\nexport class AppModule {}"
    const text = `\`\`\`ts\n${program}\n\`\`\`\n\n\`\`\`console\n$ npx alcove tree\nOtherModule\n\`\`\`\n`
    expect(await broken([parsePage('docs/page.md', text)])).to.deep.equal(['docs/page.md:8 prints\nAppModule\n'])
  })
})
