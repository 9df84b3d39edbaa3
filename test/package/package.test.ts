import { cp, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, posix } from 'node:path'
import { expect } from 'chai'
import { build } from 'esbuild'
import { linksOf, parsePage } from '../docs/markdown.js'
import { repository } from '../support/repository.js'
import { FreshProject, packOnce, type Tarball } from './fresh-project.js'
import * as programs from './programs.js'

/** One file of a program and all that it imports. Packages in CommonJS need a `require` inside an ES module. */
async function bundle(entry: string, outfile: string, format: 'esm' | 'cjs'): Promise<void> {
  const js = "import { createRequire as load } from 'node:module'; const require = load(import.meta.url);"
  const banner: Record<string, string> = format === 'esm' ? { js } : {}
  const { warnings } = await build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    minify: true,
    keepNames: true,
    outfile,
    format,
    banner,
    logLevel: 'silent',
  })
  expect(warnings).to.deep.equal([])
}

/** One installation for all tests. */
describe('the packed package', function () {
  this.timeout(300_000)

  let project: FreshProject
  let tarball: Tarball

  before(async () => {
    tarball = await packOnce()
    project = await FreshProject.installed()
  })

  after(() => project?.remove())

  function readInstalled(file: string): Promise<string> {
    return readFile(join(project.folder, 'node_modules', 'alcove', file), 'utf8')
  }

  async function runProgram(name: string, text: string): Promise<string> {
    await project.write(name, text)
    const { stdout } = await project.run(process.execPath, name)
    return stdout.trim()
  }

  it('holds what is built, its sources, the samples, the pages and their pictures, nothing else', () => {
    const pages = tarball.files.filter((file) => !/^(?:dist|src|samples)\//.test(file))
    expect(pages).to.include.members(['docs/errors/FST_ERR_VALIDATION.md', 'docs/guide/contexts.md'])
    expect(
      pages.filter((file) => !/^docs\/(?!site\/)(?:[\w-]+\/)?[\w.-]+\.(?:md|svg|png)$/.test(file)),
    ).to.have.members(['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'SECURITY.md', 'README.md', 'package.json'])
    expect(tarball.files).to.include.members([
      'dist/index.d.ts',
      'dist/bundles/index.js',
      'dist/bundles/index.js.map',
      'dist/bundles/worker.js',
      'dist/inspector/page-text.js',
      'dist/llms.txt',
      'dist/llms-full.txt',
    ])
  })

  it('holds the code once, in the bundles that its entries load, and once more for Jest', () => {
    const code = tarball.files.filter((file) => /\.c?js$/.test(file))
    const loaded =
      /^dist\/(?:bundles\/(?:[\w-]+\.js|fastify\.cjs)|inspector\/page-text\.js|packages\/[\w-]+\.cjs|jest\/[\w-]+\.cjs)$/
    expect(code.filter((file) => !loaded.test(file))).to.deep.equal([])
    expect(code).to.include('dist/packages/libraries.cjs')
  })

  it('has on its pages no link that leads out of it', async () => {
    const pages = tarball.files.filter((file) => file.endsWith('.md'))
    const dead: string[] = []
    for (const page of pages) {
      for (const link of linksOf(parsePage(page, await readInstalled(page)))) {
        const target = posix.join(posix.dirname(page), link.replace(/#.*/, ''))
        const isInside = /^(?:[a-z]+:|#)/i.test(link) || tarball.files.includes(target)
        if (!isInside) dead.push(`${page}: ${link}`)
      }
    }
    expect(pages).to.have.length.above(200)
    expect(dead).to.deep.equal([])
  })

  it('names the types of each entry for the resolution of older compilers, too', async () => {
    const { exports, typesVersions } = JSON.parse(await readInstalled('package.json'))
    const entries = Object.entries<{ types?: string }>(exports).filter(([name, { types }]) => name !== '.' && types)
    const expected = entries.map(([name, { types }]) => [name.slice('./'.length), [types]])
    expect(typesVersions['*']).to.deep.equal(Object.fromEntries(expected))
  })

  it('declares no type that only newer @types/node have: a Buffer with a type parameter', async () => {
    const declarations = tarball.files.filter((file) => file.endsWith('.d.ts'))
    const texts = await Promise.all(declarations.map(async (file) => ({ file, text: await readInstalled(file) })))
    expect(texts.filter(({ text }) => text.includes('Buffer<')).map(({ file }) => file)).to.deep.equal([])
  })

  it('holds no tests', () => {
    // The templates of `alcove new` are texts, tests of the new project among them.
    expect(tarball.files.filter((file) => /\.test\.(?!ts\.txt$)|^test\//.test(file))).to.deep.equal([])
  })

  it('holds the source that each of its maps names', async () => {
    const maps = tarball.files.filter((file) => file.endsWith('.map'))
    const missing: string[] = []
    for (const map of maps) {
      const { sources }: { sources: readonly string[] } = JSON.parse(await readInstalled(map))
      const named = sources.map((source) => posix.join(posix.dirname(map), source))
      missing.push(...named.filter((source) => !tarball.files.includes(source)))
    }
    expect(maps).to.include.members(['dist/index.d.ts.map', 'dist/bundles/index.js.map'])
    expect(missing).to.deep.equal([])
  })

  it('holds each sample that its pages name', async () => {
    const pages = tarball.files.filter((file) => file.endsWith('.md'))
    const texts = await Promise.all(pages.map(readInstalled))
    const named = new Set(
      texts.flatMap((text) => [...text.matchAll(/(?<![\w/])samples\/[\w-]+/g)].map(([name]) => name)),
    )
    expect([...named]).to.include('samples/conduit')
    expect([...named].filter((name) => !tarball.files.some((file) => file.startsWith(`${name}/`)))).to.deep.equal([])
  })

  it('shows the lines of its TypeScript in the stack of an error', async () => {
    await project.write('stack.mjs', programs.bootErrorStack)
    const { stdout } = await project.run(process.execPath, '--enable-source-maps', 'stack.mjs')
    expect(stdout).to.match(/node_modules\/alcove\/src\/[\w/-]+\.ts:\d+:\d+/)
  })

  it('discloses nothing of the machine it was built on', async () => {
    const texts = await Promise.all(tarball.files.map(async (file) => ({ file, text: await readInstalled(file) })))
    const telling = texts.filter(({ text }) => text.includes(repository) || text.includes(`${homedir()}/`))
    expect(telling.map(({ file }) => file)).to.deep.equal([])
  })

  it('names both folders where two copies of it meet in one application', async () => {
    const installed = join(project.folder, 'node_modules', 'alcove')
    const second = join(project.folder, 'packages', 'users', 'node_modules', 'alcove')
    await cp(installed, second, { recursive: true })
    for (const [name, text] of Object.entries(programs.twoCopies)) await project.write(name, text)
    const { stdout } = await project.run(process.execPath, 'two-copies.mjs')
    const lines = stdout.trim().split('\n')
    expect(lines).to.have.length(2)
    for (const line of lines) {
      expect(line).to.include('Another copy of alcove decorated it').and.include(`${installed}/`)
      expect(line).to.include(`${second}/`).and.include('npm ls alcove')
    }
  })

  it('is used from an ES module', async () => {
    expect(await runProgram('esm.mjs', programs.esm)).to.equal('{"hello":"world"}')
  })

  it('is used as a core alone', async () => {
    expect(await runProgram('core.mjs', programs.esmCore)).to.equal('{"hello":"world"}')
  })

  it('has an entry for tests', async () => {
    expect(await runProgram('testing.mjs', programs.esmTesting)).to.equal('true')
  })

  it('has an entry that draws an application, with its page built in', async () => {
    expect(await runProgram('inspector.mjs', programs.esmInspector)).to.equal('true true')
  })

  it('is required from CommonJS', async () => {
    expect(await runProgram('common.cjs', programs.commonJs)).to.equal('{"hello":"world"}')
  })

  for (const [name, text, format] of [
    ['an ES module', programs.everyPackage, 'esm'],
    ['a CommonJS module', programs.commonJs, 'cjs'],
    ['a page of the Inspector', programs.esmInspector, 'esm'],
  ] as const) {
    it(`runs inside one file without node_modules: ${name}`, async () => {
      await project.write('one-file.js', text)
      const alone = await FreshProject.create()
      try {
        const outfile = join(alone.folder, format === 'esm' ? 'server.mjs' : 'server.cjs')
        await bundle(join(project.folder, 'one-file.js'), outfile, format)
        const { stdout } = await alone.run(process.execPath, outfile)
        await project.write('with-packages.mjs', text)
        const expected = format === 'esm' ? await project.run(process.execPath, 'with-packages.mjs') : null
        expect(stdout).to.equal(expected?.stdout ?? '{"hello":"world"}\n')
      } finally {
        await alone.remove()
      }
    })
  }

  it('checks the types of an application that uses decorators, its own declarations included', async () => {
    await project.write('source/app.ts', programs.typed)
    await project.write('source/common.cts', programs.typedCommonJs)
    await project.write('tsconfig.json', JSON.stringify(programs.settings))
    await project.compile('-p', '.')
    const app = await project.run(process.execPath, 'out/app.js')
    const common = await project.run(process.execPath, 'out/common.cjs')
    expect(app.stdout.trim()).to.equal('{"text":"hello typed world"}')
    expect(common.stdout.trim()).to.equal('{"hello":"world"}')
  })

  it('rejects what is typed wrongly', async () => {
    const wrong = programs.typed.replace('text: this.greeter', 'txt: this.greeter')
    await project.write('source/app.ts', wrong)
    const message = await project.compile('-p', '.', '--noEmit').then(String, String)
    expect(message).to.match(/source\/app\.ts\(\d+,\d+\): error TS/)
  })
})
