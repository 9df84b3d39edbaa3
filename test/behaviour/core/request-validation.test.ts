import { expect } from 'chai'
import { type Loose, useServers } from './subject.js'

describe('validation by hand', () => {
  const create = useServers()
  const N = { type: 'object', properties: { n: { type: 'integer' } } }

  async function seenBy(look: (request: Loose) => unknown, schema: object = {}): Promise<unknown> {
    const server = create()
    server.get('/', { schema }, async (request) => ({ seen: look(request) }))
    return (await server.inject('/')).json().seen
  }

  it('validateInput takes a schema or a part', async () => {
    expect(await seenBy((request) => request.validateInput({ n: 1 }, structuredClone(N)))).to.equal(true)
    expect(await seenBy((request) => request.validateInput({ n: 'x' }, structuredClone(N)))).to.equal(false)
    expect(await seenBy((request) => request.validateInput({ n: 'x' }, 'querystring'), { querystring: N })).to.equal(
      false,
    )
  })

  it('validateInput with neither is an error with a code', async () => {
    const server = create()
    server.get('/', async (request) => request.validateInput({ n: 1 }, 'body'))
    expect((await server.inject('/')).json().code).to.equal('FST_ERR_REQ_INVALID_VALIDATION_INVOCATION')
  })

  it('compileValidationSchema compiles once per schema object, and keeps errors on the function', async () => {
    const own = structuredClone(N)
    expect(
      await seenBy((request) => {
        const validate = request.compileValidationSchema(own)
        const same =
          request.compileValidationSchema(own) === validate && request.getValidationFunction(own) === validate
        return [same, validate({ n: 'x' }), validate.errors.length]
      }),
    ).to.deep.equal([true, false, 1])
  })

  it('and serialization by hand use the compilers of the route', async () => {
    const server = create()
    const seen: unknown[] = []
    const validatorCompiler = ({ httpPart, method }: Loose) => {
      seen.push(httpPart, method)
      return () => ({ error: new Error('own validator') })
    }
    const serializerCompiler = () => () => 'own serializer'
    server.get('/', { validatorCompiler, serializerCompiler }, async (request, reply: Loose) => {
      const { error } = request.compileValidationSchema(structuredClone(N), 'querystring')({ n: 1 }) as Loose
      return [error.message, reply.serializeInput({ n: 1 }, structuredClone(N))]
    })
    expect((await server.inject('/')).json()).to.deep.equal(['own validator', 'own serializer'])
    expect(seen).to.deep.equal(['querystring', 'GET'])
  })

  it('getValidationFunction finds the function of a part, or undefined', async () => {
    expect(
      await seenBy((request) => request.getValidationFunction('querystring')({ n: 'x' }), { querystring: N }),
    ).to.equal(false)
    expect(await seenBy((request) => request.getValidationFunction('body') === undefined)).to.equal(true)
    expect(await seenBy((request) => request.getValidationFunction(structuredClone(N)) === undefined)).to.equal(true)
  })
})
