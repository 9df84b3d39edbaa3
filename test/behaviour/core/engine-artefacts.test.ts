// Apart from the other tests of engines: the suites that run them with what was written cannot write once more.
import { compileServer } from 'alcove/standalone'
import { expect } from 'chai'
import { type Loose, useServers, validators } from './subject.js'

const body = { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 3 } } }

for (const { version } of validators) {
  describe(`the option validatorengine.engine, version ${version},`, () => {
    const create = useServers()

    it('sends every schema to ajv with ajv: alcove compile has no native code to write', async () => {
      const unwritten = async (engine: string) => {
        const written = await compileServer((given) => {
          const server = create({ ...given, validatorengine: { version, engine } })
          return server.post('/', { schema: { body } }, () => 'ok') as Loose
        })
        return written.unwritten.map(({ part }) => part)
      }
      expect(await unwritten('native')).to.deep.equal([])
      expect(await unwritten('ajv')).to.deep.equal(['body schema'])
    })
  })
}
