import { expect } from 'chai'
import { transform } from 'esbuild'
import { settings, UserProject } from '../cli/user-project.js'
import { inRepository } from '../support/repository.js'
import { runCommand } from '../support/run-command.js'
import { readPage } from './markdown.js'

describe('the program on docs/recipes/projects.md', function () {
  this.timeout(60_000)

  let code = ''
  let project: UserProject

  beforeEach(async () => {
    const { fences } = await readPage('docs/recipes/projects.md')
    code = fences.find(({ info }) => info === 'ts')?.code ?? ''
    project = await UserProject.create({ 'package.json': '{"name":"mine"}' })
  })

  afterEach(() => project.remove())

  async function run(file: string): Promise<string> {
    const { stdout, stderr } = await runCommand(process.execPath, [file], { cwd: project.folder })
    return (stdout + stderr).trim()
  }

  it('runs when it is compiled to CommonJS', async () => {
    await project.write('tsconfig.json', settings({ rootDir: 'src', outDir: 'dist' }))
    await project.write('src/main.ts', code)
    const compiler = inRepository('node_modules', 'typescript', 'bin', 'tsc')
    expect((await runCommand(process.execPath, [compiler], { cwd: project.folder })).stdout).to.equal('')
    expect(await run('dist/main.js')).to.equal('["Ada"]')
  })

  async function runStripped(text: string): Promise<string> {
    const tsconfigRaw = { compilerOptions: { experimentalDecorators: true } }
    const stripped = await transform(text, { loader: 'ts', format: 'esm', tsconfigRaw })
    await project.write('main.mjs', stripped.code)
    return run('main.mjs')
  }

  it('runs when its types are stripped', async () => {
    expect(await runStripped(code)).to.equal('["Ada"]')
  })

  it('gets an error that names the missing part when its types are stripped and a parameter has no token', async () => {
    expect(await runStripped(code.replace('@Inject(Users) ', ''))).to.include('ALC_ERR_TYPES_MISSING')
  })
})
