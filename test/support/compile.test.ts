import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { inRepository, repository } from './repository.js'
import { runCommand } from './run-command.js'

const settings = (rootDir: string, outDir: string, include: readonly string[]) =>
  JSON.stringify({
    compilerOptions: { rootDir, outDir, incremental: true, declaration: rootDir === 'src', sourceMap: true, types: [] },
    include,
  })

describe('.ci/compile.js', function () {
  this.timeout(60_000)

  let folder: string

  async function write(...names: readonly string[]) {
    for (const name of names) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), 'export {}\n')
    }
  }

  /** The names of those files that exist. */
  async function existing(...names: readonly string[]) {
    const found = names.map((name) => access(join(folder, name)).then(() => [name]))
    return (await Promise.all(found.map((each) => each.catch(() => [])))).flat()
  }

  async function compile(project: string) {
    const { status, stdout } = await runCommand(process.execPath, [inRepository('.ci', 'compile.js'), project], {
      cwd: folder,
    })
    return { status, stdout }
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(repository, 'build', 'compile-'))
    await write('src/kept.ts', 'test/kept.ts', 'samples/kept.ts', 'bench/kept.ts')
    await writeFile(join(folder, 'tsconfig.json'), settings('src', 'dist', ['src']))
    await writeFile(join(folder, 'test', 'tsconfig.json'), settings('..', '../build', ['.', '../samples', '../bench']))
  })

  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('removes the output of a source of the product that is gone, and no file of a bundler', async () => {
    const gone = ['dist/a/gone.js', 'dist/a/gone.js.map', 'dist/a/gone.d.ts', 'dist/b.cjs', 'dist/b.d.cts']
    const kept = ['dist/kept.js', 'dist/kept.d.ts', 'dist/bundles/index.js']
    await write('src/a/gone.ts', 'src/b.cts', 'dist/bundles/index.js')
    expect(await compile('.')).to.deep.equal({ status: 0, stdout: '' })
    expect(await existing(...gone, ...kept)).to.deep.equal([...gone, ...kept])
    await rm(join(folder, 'src/a/gone.ts'))
    await rm(join(folder, 'src/b.cts'))
    expect(await compile('.')).to.deep.equal({ status: 0, stdout: '' })
    expect(await existing(...gone, ...kept)).to.deep.equal(kept)
  })

  it('removes the output of tests, samples and benchmarks that are gone', async () => {
    const sources = ['test/a.test.ts', 'samples/a/main.ts', 'bench/a.ts']
    const outputs = sources.map((name) => `build/${name.replace('.ts', '.js')}`)
    const kept = ['build/test/kept.js', 'build/samples/kept.js', 'build/bench/kept.js']
    await write(...sources)
    await compile('test')
    expect(await existing(...outputs, ...kept)).to.deep.equal([...outputs, ...kept])
    for (const name of sources) await rm(join(folder, name))
    await compile('test')
    expect(await existing(...outputs, ...kept)).to.deep.equal(kept)
  })

  it('prints the mistakes of a source, ends with the status of the compiler, and removes nothing', async () => {
    await write('src/gone.ts')
    await compile('.')
    await rm(join(folder, 'src/gone.ts'))
    await writeFile(join(folder, 'src/kept.ts'), 'export const wrong: string = 1\n')
    const { status, stdout } = await compile('.')
    expect(status).to.be.above(0)
    expect(stdout).to.contain('TS2322')
    expect(await existing('dist/gone.js')).to.deep.equal(['dist/gone.js'])
  })
})
