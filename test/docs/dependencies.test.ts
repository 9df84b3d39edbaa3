import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { readPage } from './markdown.js'

interface Locked {
  license?: string
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(inRepository(path), 'utf8'))
}

type Packages = Record<string, Locked>

/** Where a package finds another: in its own folder, or in those around it. */
function locate(name: string, from: string, packages: Packages): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('node_modules/') - 1, 0))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[path] !== undefined) return path
    if (folder === '') return null
  }
}

/** All that is installed with the package, by its path in the lock file. */
function installed(packages: Packages): ReadonlyMap<string, Locked> {
  const found = new Map<string, Locked>()
  const visit = (path: string) => {
    const { dependencies, optionalDependencies } = packages[path]!
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = locate(name, path, packages)
      if (place === null || found.has(place)) continue
      found.set(place, packages[place]!)
      visit(place)
    }
  }
  visit('')
  return found
}

describe('the dependencies on docs/security.md', () => {
  async function facts() {
    const { text } = await readPage('docs/security.md')
    const { dependencies } = await readJson<{ dependencies: object }>('package.json')
    const { packages } = await readJson<{ packages: Packages }>('package-lock.json')
    return { section: text.slice(text.indexOf('## Dependencies')), dependencies, all: installed(packages) }
  }

  it('are the direct ones, each with its reason', async () => {
    const { section, dependencies } = await facts()
    const rows = [...section.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, name]) => name)
    expect(rows).to.have.members(Object.keys(dependencies))
  })

  it('are counted in full', async () => {
    const { section, all } = await facts()
    expect(section).to.contain(`there are ${all.size} packages`)
  })

  it('run no script when they are installed', async () => {
    const { all } = await facts()
    expect([...all].filter(([, { hasInstallScript }]) => hasInstallScript === true)).to.deep.equal([])
  })

  it('have the licences that are listed, and no others', async () => {
    const { section, all } = await facts()
    const listed = /Their licences: (.+?)\. A test/.exec(section.replaceAll('\n', ' '))?.[1]?.split(', ')
    expect(listed).to.have.members([...new Set([...all.values()].map(({ license }) => license))])
  })
})
