import { compileServer } from 'alcove/standalone'
import { expect } from 'chai'
import { type Loose, postJson, useServers } from './subject.js'

/** Runs both engines on the values; gives their answers, and whether native code validated the values. */
export function useDialect(dialect: '2019-09' | '2020-12') {
  const servers = useServers()
  const serve = (engine: 'native' | 'ajv', list: object, options: object = {}) => {
    const server = servers({ ...options, validatorengine: { version: 8, dialect, engine } })
    const schema = { body: { type: 'object', properties: { list } } }
    return server.post('/', { schema, attachValidation: true }, ({ body, validationError }) => {
      return validationError ? { errors: validationError.validation } : { body }
    })
  }
  return async (list: object, values: readonly unknown[]) => {
    const answers = await Promise.all(
      (['native', 'ajv'] as const).map(async (engine) => {
        const server = serve(engine, list)
        return Promise.all(values.map(async (value) => (await postJson(server, '/', { list: value })).body))
      }),
    )
    const { unwritten } = await compileServer((given) => serve('native', list, given) as Loose)
    expect(unwritten).to.deep.equal([])
    expect(answers[0]).to.deep.equal(answers[1])
    return (answers[0] ?? []).map((answer) => JSON.parse(answer).errors === undefined)
  }
}
