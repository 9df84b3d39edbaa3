import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { makers } from './both-servers.js'
import { ofEdge } from './drop-in-edge-rules.js'
import { ofLife } from './drop-in-life-rules.js'
import { ofReplies } from './drop-in-reply-rules.js'
import { ofRequests } from './drop-in-rules.js'

const rules = [...ofRequests, ...ofReplies, ...ofLife, ...ofEdge]

async function readBullets(): Promise<string[]> {
  const page = await readFile(inRepository('docs/reference/drop-in.md'), 'utf8')
  const list = page.slice(page.indexOf('A test runs these differences'))
  return [...list.matchAll(/^- (.*(?:\n {2}.*)*)/gm)].map(([, text = '']) => text.replace(/\n */g, ' '))
}

describe('the list below the table in docs/reference/drop-in.md', () => {
  for (const { bullet, run, fastify, dropIn } of rules) {
    it(`is right: ${bullet}`, async () => {
      expect(await run(makers.dropIn)).to.deep.equal(dropIn)
      if (fastify !== undefined) expect(await run(makers.fastify), 'on Fastify').to.deep.equal(fastify)
    }).timeout(20_000)
  }

  it('has a rule for each entry, and an entry for each rule', async () => {
    const bullets = await readBullets()
    expect(bullets.filter((text) => !rules.some(({ bullet }) => text.startsWith(bullet)))).to.deep.equal([])
    expect(rules.filter(({ bullet }) => !bullets.some((text) => text.startsWith(bullet)))).to.deep.equal([])
  })
})
