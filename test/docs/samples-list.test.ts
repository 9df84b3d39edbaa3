import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { linksOf, parsePage, readPage } from './markdown.js'

async function readSamples(): Promise<readonly string[]> {
  const entries = await readdir(inRepository('samples'), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

interface SamplePages {
  writeSamples(samples: string, pages: string): Promise<void>
}

describe('docs/reference/samples.md', () => {
  const list = 'docs/reference/samples.md'

  it('links to a file of each sample, inside of the package', async () => {
    const links = linksOf(await readPage(list)).map((link) => posix.join('docs/reference', link))
    const linked = links.flatMap((link) => /^samples\/([\w-]+)\/[\w.-]+$/.exec(link)?.[1] ?? [])
    expect(linked).to.have.members(await readSamples())
    await Promise.all(links.map((link) => readFile(inRepository(link))))
    const { files } = JSON.parse(await readFile(inRepository('package.json'), 'utf8'))
    expect(files).to.include('samples')
  })

  it('links on the site to a page of each sample, which shows its files', async () => {
    const pages = await mkdtemp(join(tmpdir(), 'alcove-site-'))
    try {
      await mkdir(join(pages, 'reference'))
      await writeFile(join(pages, 'reference', 'samples.md'), (await readPage(list)).text)
      const file = pathToFileURL(inRepository('docs', 'site', 'samples.js')).href
      const { writeSamples }: SamplePages = await import(file)
      await writeSamples(inRepository('samples'), pages)
      const written = parsePage(list, await readFile(join(pages, 'reference', 'samples.md'), 'utf8'))
      for (const name of await readSamples()) {
        expect(linksOf(written)).to.include(`../samples/${name}.md`)
        const page = parsePage(name, await readFile(join(pages, 'samples', `${name}.md`), 'utf8'))
        const main = await readFile(inRepository('samples', name, 'main.ts'), 'utf8')
        expect(page.fences.map(({ info, code }) => `${info}\n${code}`)).to.include(`ts\n${main}`)
      }
    } finally {
      await rm(pages, { recursive: true, force: true })
    }
  })
})
