import { expect } from 'chai'
import { failureOf, useServers } from './subject.js'

const answer = { response: { 200: { type: 'object', properties: { name: { type: 'string' } } } } }

describe('the HEAD beside a GET', () => {
  const create = useServers()

  it('has the headers of the GET when it is asked for first', async () => {
    const server = create()
    server.get('/', { schema: answer }, () => ({ name: 'Ada', left: 'out' }))
    const head = await server.inject({ method: 'HEAD', url: '/' })
    const get = await server.inject('/')
    expect(head.headers['content-length']).to.equal(get.headers['content-length'])
    expect(head.body).to.equal('')
  })

  it('fails the boot when an onRoute hook makes its schema wrong', async () => {
    const server = create()
    server.addHook('onRoute', (route) => {
      if (route.method === 'HEAD') route.schema = { querystring: { type: 'no type' } }
    })
    server.get('/', { schema: answer }, () => ({}))
    expect(await failureOf(server.ready())).to.have.property('code', 'FST_ERR_SCH_VALIDATION_BUILD')
  })
})
