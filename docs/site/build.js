// Builds the folder above into a static site, docs/site/dist: `npm run docs` at the root of the repository.
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { build } from 'vitepress'
import { drawSiblings } from '../../build/test/docs/draw-siblings.js'
import { writeApi } from './api.js'
import { writeLlms } from './llms.js'
import { writeSamples } from './samples.js'

const site = import.meta.dirname
const docs = join(site, '..')
const pages = join(site, 'build')
const built = join(site, 'dist')

/** All pages, and the pictures that they show. */
async function copyPages() {
  await rm(pages, { recursive: true, force: true })
  await mkdir(pages)
  for (const entry of await readdir(docs)) {
    if (entry !== 'site') await cp(join(docs, entry), join(pages, entry), { recursive: true })
  }
}

/** What code assistants read: two texts, and each page as Markdown beside the page itself. */
async function copyTexts() {
  await writeLlms(built, '')
  for (const entry of await readdir(docs, { withFileTypes: true })) {
    if (entry.isDirectory() && entry.name !== 'site') await copyMarkdown(entry.name)
    else if (entry.name.endsWith('.md')) await cp(join(docs, entry.name), join(built, entry.name))
  }
}

function copyMarkdown(folder) {
  const filter = (path) => extname(path) === '' || extname(path) === '.md'
  return cp(join(docs, folder), join(built, folder), { recursive: true, filter })
}

await copyPages()
await writeSamples(join(docs, '..', 'samples'), pages)
await writeFile(join(pages, 'images', 'siblings.svg'), await drawSiblings())
await writeApi(pages, site)
await build(site)
await copyTexts()
