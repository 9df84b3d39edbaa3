import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { alcoveOf } from './command-line.js'

describe('alcove compile', function () {
  this.timeout(60_000)
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alcove-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  for (const fixture of ['shop', 'core']) {
    it(`writes the schemas of an application as it is started: ${fixture}`, async () => {
      const file = join(folder, 'schemas.mjs')
      const { status, stdout, stderr } = await alcoveOf(fixture, ['compile', '--json', '--out', file])
      expect(status, stderr).to.equal(0)
      const told = JSON.parse(stdout)
      expect(told).to.include({ file })
      const { default: written } = await import(pathToFileURL(file).href)
      expect(Object.keys(written.validators)).to.have.length(told.validators)
      expect(Object.keys(written.serializers)).to.have.length(told.serializers)
      expect(told.validators + told.serializers > 0).to.equal(fixture === 'shop') // the other has no schema
      expect(await readFile(join(folder, 'schemas.d.mts'), 'utf8')).to.contain('Precompiled')
    })
  }

  for (const [name, typesName] of [
    ['schemas.cjs', 'schemas.d.cts'],
    ['schemas.js', 'schemas.d.ts'],
  ] as const) {
    it(`writes a CommonJS module where node reads one: ${name} of a package with that type`, async () => {
      await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }')
      const { status, stderr } = await alcoveOf('shop', ['compile', '--out', join(folder, name)])
      expect(status, stderr).to.equal(0)
      const { default: written } = await import(pathToFileURL(join(folder, name)).href)
      expect(written).to.equal(createRequire(join(folder, name))(`./${name}`))
      expect(written).to.have.property('format')
      expect(await readFile(join(folder, typesName), 'utf8')).to.contain('export = precompiled')
    })
  }

  it('writes nothing for an application that does not boot, and prints the reason', async () => {
    const { status, stderr } = await alcoveOf('broken-schemas', ['compile', '--out', join(folder, 'schemas.mjs')])
    expect(status).to.equal(1)
    expect(stderr).to.match(/(ALC|FST)_ERR_/)
    expect(await readdir(folder)).to.deep.equal([])
  })

  for (const name of ['schemas.mts', 'schemas.ts', 'schemas.json', 'schemas'])
    it(`refuses to write into ${name}: it would have no place for the types`, async () => {
      const { status, stderr } = await alcoveOf('core', ['compile', '--out', join(folder, name)])
      expect([status, stderr]).to.satisfy(([, text]: string[]) => /ALC_ERR_CLI_OUT/.test(text ?? ''))
      expect(status).not.to.equal(0)
      expect(await readdir(folder)).to.deep.equal([])
    })
})
