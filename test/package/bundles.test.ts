import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Controller, createServer, Get, Module, ValidationError } from 'alcove'
import * as core from 'alcove/core'
import { inspect } from 'alcove/inspect'
import { Inspector } from 'alcove/inspector'
import { compileApplication } from 'alcove/standalone'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { readSourceTree } from '../architecture/source-tree.js'
import { loadedBy } from '../architecture/style.js'
import { inRepository, repository } from '../support/repository.js'
import { runOrThrow } from '../support/run-command.js'

/**
 * An entry loads a few files and not one for each module. Opening, reading and linking files is most of an import. The
 * files of `dist/packages` do not count: to require packages there takes 20 ms less than to import them.
 */
const wall = 16

interface Bundle {
  readonly name: string
  readonly sources: readonly string[]
  readonly sourcesContent?: readonly unknown[]
}

async function readBundles(): Promise<readonly Bundle[]> {
  const folder = inRepository('dist', 'bundles')
  const maps = (await readdir(folder)).filter((file) => file.endsWith('.js.map'))
  return Promise.all(
    maps.map(async (name) => ({ name, ...JSON.parse(await readFile(join(folder, name), 'utf8')) }) as Promise<Bundle>),
  )
}

async function readEntries(): Promise<readonly string[]> {
  const { exports, bin }: { exports: Record<string, string | { default: string }>; bin: Record<string, string> } =
    JSON.parse(await readFile(inRepository('package.json'), 'utf8'))
  const entries = Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [] : entry.default))
  const bundled = entries.filter((path) => !path.endsWith('.cjs')) // the drop-in is one file
  return [...bundled, ...Object.values(bin)].map((path) => path.replace(/^\.\//, '').replace(/\.js$/, ''))
}

@Controller('/words')
class Words {
  @Get()
  read() {
    return { word: 'once' }
  }
}

@Module({ imports: [Inspector], controllers: [Words] })
class AppModule {}

describe('the bundles', () => {
  it(`make each entry load at most ${wall} bundles`, async () => {
    const built = await readSourceTree(repository, ['dist'], ['.js'])
    for (const entry of [...(await readEntries()), 'dist/bundles/worker', 'dist/bundles/reporter']) {
      const own = [...loadedBy(built, entry)].filter(
        (name) => name.startsWith('dist/') && !name.startsWith('dist/packages/'),
      )
      expect(own, entry).to.include(entry).and.have.length.at.most(wall)
      expect(built.map(({ path }) => path)).to.include.members(own.map((name) => `${name}.js`))
    }
  })

  it('hold each module once, so that what it remembers exists once', async () => {
    const held = new Map<string, string>()
    // The command line is a process of its own. With it in the same bundles, entries would load more and smaller ones.
    const inApplications = (await readBundles()).filter(({ name }) => name !== 'main.js.map')
    for (const { name, sources } of inApplications) {
      for (const source of sources) {
        expect(held.get(source), `${source} in ${name}`).to.equal(undefined)
        held.set(source, name)
      }
    }
    expect(held.size).to.be.above(200)
  })

  it('are ASCII: for one other character V8 keeps all of a bundle with two bytes for each', async () => {
    const folder = inRepository('dist', 'bundles')
    const files = (await readdir(folder)).filter((file) => file.endsWith('.js'))
    for (const file of files) {
      const text = await readFile(join(folder, file), 'utf8')
      const odd = text.split('\n').filter((line) => /[^\x20-\x7e\t]/.test(line))
      expect(odd, file).to.deep.equal([])
    }
    expect(files).to.have.length.above(5)
  })

  it('have short lines: node prints the line of an error that nobody catches', async () => {
    const folder = inRepository('dist', 'bundles')
    const files = (await readdir(folder)).filter((file) => file.endsWith('.js'))
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    const lines = texts.flatMap((text) => text.split('\n'))
    expect(lines).to.have.length.above(5000)
    expect(lines.filter((line) => line.length > 1000)).to.deep.equal([])
  })

  it('make node load nothing of its own that a server may not need', async () => {
    const program = "await import('alcove'); console.log(process.moduleLoadList.join())"
    const { stdout } = await runOrThrow(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: repository,
    })
    const loaded = stdout.trim().split(',')
    expect(loaded).to.include('NativeModule http')
    const unneeded =
      /NativeModule (?:internal\/deps\/undici|internal\/util\/parse_args|crypto|https|http2|tls|worker_threads)\b/
    expect(loaded.filter((name) => unneeded.test(name))).to.deep.equal([])
  })

  it('name their sources in their maps and do not carry them: the package ships both', async () => {
    const bundles = (await readBundles()).filter(({ sources }) => sources.length > 0)
    for (const { sources, sourcesContent } of bundles) {
      expect(sources.filter((source) => !/^\.\.\/\.\.\/src\/.*\.ts$/.test(source))).to.deep.equal([])
      expect(sourcesContent).to.equal(undefined)
    }
    expect(bundles).to.have.length.above(5)
  })

  it('leave what they export its names: an application reads them in errors and in what it inspects', async () => {
    const entries = ['index', 'core', 'inspect', 'inspector', 'openapi', 'standalone', 'testing']
    for (const entry of entries) {
      const [bundled, modules]: Record<string, unknown>[] = await Promise.all([
        import(inRepository('dist', 'bundles', `${entry}.js`)),
        import(inRepository('dist', `${entry}.js`)),
      ])
      expect(namesIn(bundled)).to.deep.equal(namesIn(modules))
    }
  })

  it('know in one entry what was declared, made and thrown by way of another', async () => {
    expect(core.createServer).to.equal(createServer)
    expect(core.ValidationError).to.equal(ValidationError)
    await using app = await createTestApp(AppModule)
    expect((await app.inject('/words')).json()).to.deep.equal({ word: 'once' })
    expect(inspect(app).contexts.map(({ name }) => name)).to.include('Inspector')
    const { unwritten } = await compileApplication(AppModule)
    expect(unwritten).to.deep.equal([])
  })
})

function namesIn(exported: Record<string, unknown> = {}): readonly (readonly [string, unknown])[] {
  return Object.entries(exported)
    .filter(([, value]) => typeof value === 'function')
    .map(([key, value]) => [key, Object(value).name])
}
