import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { expect } from 'chai'
import { settingNames } from '../../../samples/conduit/settings.js'
import { inRepository } from '../../support/repository.js'

const read = (...path: readonly string[]) => readFileSync(inRepository('samples', 'conduit', ...path), 'utf8')
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
/** Read by all samples, not by this one alone. */
const ofAll = ['HOST', 'PORT']

describe('conduit, its deployment', () => {
  it('installs the packages that the application imports, and no others', () => {
    const files = readdirSync(inRepository('samples', 'conduit'), { recursive: true, encoding: 'utf8' })
    const sources = files.filter((file) => file.endsWith('.ts')).map((file) => read(file))
    const specifiers = sources.flatMap((source) => found(source, /^import (?!type\b)[^']*'([^.'][^']*)'/gm))
    const packages = specifiers.flatMap((source) =>
      isBuiltin(source) ? [] : [/^(?:@[^/]+\/)?[^/]+/.exec(source)?.[0]],
    )
    const { dependencies } = JSON.parse(read('deploy', 'package.json'))
    expect(Object.keys(dependencies).sort()).to.deep.equal([...new Set(packages)].sort())
  })

  it('finds the version of each of them in the lock file', () => {
    const { dependencies } = JSON.parse(read('deploy', 'package.json'))
    const lock = JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8'))
    for (const name of Object.keys(dependencies)) {
      if (name !== 'alcove') expect(lock.packages, name).to.have.property(`node_modules/${name}`)
    }
  })

  it('sets what is a setting', () => {
    const known = [...settingNames, ...ofAll]
    const manifest = read('deploy', 'kubernetes.yaml')
    const named = [
      ...found(manifest, /^ {2}([A-Z_]+):/gm),
      ...found(manifest, /--from-literal=([A-Z_]+)=/g),
      ...found(read('deploy', 'compose.yaml').split('database:\n')[0] ?? '', /^ {6}([A-Z_]+):/gm),
    ]
    expect(named).to.have.length.greaterThan(6)
    expect(known).to.include.members(named)
    const env = /^ENV (.*)$/m.exec(read('deploy', 'Dockerfile'))?.[1] ?? ''
    expect(known).to.include.members(found(env, /([A-Z_]+)=/g))
  })

  it('explains each setting in the README, and no others', () => {
    const [, table = ''] = /## Settings\n(.*?)\n## /s.exec(read('README.md')) ?? []
    expect(found(table, /^\| `([A-Z_]+)` \|/gm).sort()).to.deep.equal([...settingNames, ...ofAll].sort())
  })

  it('asks the paths of health that the server has', () => {
    const asked = [...found(read('deploy', 'kubernetes.yaml'), /path: (\/\w+z),/g), '/livez']
    expect(new Set(asked)).to.deep.equal(new Set(['/livez', '/readyz']))
  })
})
