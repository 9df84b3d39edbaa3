import * as everything from 'alcove'
import * as core from 'alcove/core'
import * as dropIn from 'alcove/fastify'
import * as inspection from 'alcove/inspect'
import * as inspector from 'alcove/inspector'
import * as openapi from 'alcove/openapi'
import * as standalone from 'alcove/standalone'
import * as testing from 'alcove/testing'
import { expect } from 'chai'
import { type Page, readPage } from './markdown.js'
import { differences, listedNames, sectionOf } from './sections.js'
import { typesOf } from './source-names.js'

const page = (): Promise<Page> => readPage('docs/reference/exports.md')

function importedTypes(text: string): readonly string[] {
  const lists = [...text.matchAll(/^import type \{([^}]*)\} from 'alcove/gm)].map((match) => match[1] ?? '')
  const names = lists.flatMap((list) => list.replace(/\/\/[^\n]*/g, '').split(','))
  return names.map((name) => name.trim()).filter((name) => name !== '')
}

/** The entry `alcove` lists what it adds to `alcove/core`. */
async function listedFor(entry: string): Promise<readonly string[]> {
  return listedNames(sectionOf(await page(), entry))
}

async function typesFor(entry: string): Promise<readonly string[]> {
  return importedTypes(sectionOf(await page(), entry))
}

describe('docs/reference/exports.md', () => {
  it('lists the values of alcove/core, and nothing else', async () => {
    expect(differences(await listedFor('alcove/core'), Object.keys(core))).to.deep.equal([])
  })

  it('lists the values that alcove adds, and nothing else', async () => {
    const added = Object.keys(everything).filter((name) => !(name in core))
    expect(differences(await listedFor('alcove'), added)).to.deep.equal([])
  })

  it('lists the values of alcove/fastify, and nothing else', async () => {
    const ofFormat = ['default', 'module.exports'] // an import of CommonJS has them; the second from node 23 on
    const names = Object.keys(dropIn).filter((name) => !ofFormat.includes(name))
    expect(differences(await listedFor('alcove/fastify'), names)).to.deep.equal([])
  })

  it('lists the values of alcove/inspect, and nothing else', async () => {
    expect(differences(await listedFor('alcove/inspect'), Object.keys(inspection))).to.deep.equal([])
  })

  it('lists the values of alcove/inspector, and nothing else', async () => {
    expect(differences(await listedFor('alcove/inspector'), Object.keys(inspector))).to.deep.equal([])
  })

  it('lists the values of alcove/openapi, and nothing else', async () => {
    expect(differences(await listedFor('alcove/openapi'), Object.keys(openapi))).to.deep.equal([])
  })

  it('lists the values of alcove/standalone, and nothing else', async () => {
    expect(differences(await listedFor('alcove/standalone'), Object.keys(standalone))).to.deep.equal([])
  })

  it('lists the values of alcove/testing, and nothing else', async () => {
    expect(differences(await listedFor('alcove/testing'), Object.keys(testing))).to.deep.equal([])
  })

  it('lists the types of alcove/core, and nothing else', async () => {
    expect(differences(await typesFor('alcove/core'), await typesOf('src/core.ts'))).to.deep.equal([])
  })

  it('lists the types that alcove adds, and nothing else', async () => {
    const ofCore = await typesOf('src/core.ts')
    const added = (await typesOf('src/index.ts')).filter((name) => !ofCore.includes(name))
    expect(differences(await typesFor('alcove'), added)).to.deep.equal([])
  })

  it('lists the types of alcove/inspect, and nothing else', async () => {
    expect(differences(await typesFor('alcove/inspect'), await typesOf('src/inspect.ts'))).to.deep.equal([])
  })

  it('lists the types of alcove/inspector, and nothing else', async () => {
    expect(differences(await typesFor('alcove/inspector'), await typesOf('src/inspector.ts'))).to.deep.equal([])
  })

  it('lists the types of alcove/openapi, and nothing else', async () => {
    expect(differences(await typesFor('alcove/openapi'), await typesOf('src/openapi.ts'))).to.deep.equal([])
  })

  it('lists the types of alcove/standalone, and nothing else', async () => {
    expect(differences(await typesFor('alcove/standalone'), await typesOf('src/standalone.ts'))).to.deep.equal([])
  })

  it('lists the types of alcove/testing, and nothing else', async () => {
    expect(differences(await typesFor('alcove/testing'), await typesOf('src/testing.ts'))).to.deep.equal([])
  })
})
