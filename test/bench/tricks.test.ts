import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { buildWithout } from '../../bench/ablation/build.js'
import { ablatedFile, tricks, withoutTrick } from '../../bench/ablation/tricks.js'
import { repository } from '../support/repository.js'

describe('a trick that `npm run bench -- --ablate` switches off', () => {
  for (const trick of tricks) {
    it(`${trick.name} is in the module that it is taken out of`, async () => {
      const source = await readFile(join(repository, 'dist', trick.file), 'utf8')
      expect(withoutTrick(trick, source)).not.to.equal(source)
    })

    it(`leaves a server that validates and answers: ${trick.name}`, async () => {
      await buildWithout(trick)
      const { createServer }: typeof import('alcove/core') = await import(ablatedFile(trick.name))
      const server = createServer()
      const schema = {
        params: { type: 'object', properties: { id: { type: 'integer' } } },
        response: { 200: { type: 'object', properties: { id: { type: 'integer' } } } },
      }
      server.get('/notes/:id', { schema }, (request) => request.params)
      expect((await server.inject('/notes/7')).body).to.equal('{"id":7}')
      expect((await server.inject('/notes/seven')).statusCode).to.equal(400)
      await server.close()
    })
  }

  it('fails with the place to look at when the code has changed', () => {
    const [trick] = tricks
    expect(() => withoutTrick(trick!, 'export {}')).to.throw('Adapt bench/ablation/tricks.ts') // there is one at least
  })
})
