import { createServer } from 'alcove/core'
import { inspect } from 'alcove/inspect'
import { createOpenApiDocument } from 'alcove/openapi'
import { expect } from 'chai'
import { writeClient } from '#dist/inspect/client-file.js'

describe('a generated client', () => {
  it('reads and writes JSON under a media type with parameters or capitals, as the server does', async () => {
    const server = createServer()
    const note = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } } as const
    const body = { content: { 'application/json; charset=utf-8': { schema: note } } } as const
    const response = { 200: { content: { 'Application/JSON; charset=utf-8': { schema: note } } } } as const
    server.post('/notes', { schema: { body, response } }, async (request) => request.body)
    const sent = await server.inject({ method: 'POST', url: '/notes', payload: { text: 'a' } })
    expect([sent.statusCode, sent.body]).to.deep.equal([200, '{"text":"a"}'])

    const client = writeClient(createOpenApiDocument(inspect(server), {}))
    expect(client).to.include("call('POST', '/notes', 'application/json', input")
    expect(client).to.match(/interface PostInput \{\s+body: \{\s+text: string/)
    expect(client).to.match(/Answer<200, \{\s+text: string/)
  })
})
