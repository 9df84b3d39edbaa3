import multipart, { ajvFilePlugin } from '@fastify/multipart'
import swagger from '@fastify/swagger'
import { createServer } from 'alcove/core'
import { expect } from 'chai'
import type { Loose } from './served.js'

for (const version of [6, 8] as const) {
  describe(`the keyword isFile of @fastify/multipart, version ${version},`, () => {
    let server: Loose
    let address = ''

    beforeEach(async () => {
      server = createServer({ validatorengine: { version, plugins: [ajvFilePlugin] }, bodyValidation: 'parsed' })
      server.register(swagger, { openapi: { openapi: '3.1.0' } })
      server.register(multipart, { attachFieldsToBody: true })
      server.after(() => {
        const body = { type: 'object', required: ['picture'], properties: { picture: { isFile: true } } }
        const options = { schema: { consumes: ['multipart/form-data'], body } }
        server.post('/pictures', options, async ({ body: { picture } }: Loose) => picture.filename)
      })
      address = await server.listen({ port: 0, host: '127.0.0.1' })
    })

    afterEach(() => server.close())

    const post = async (value: Blob | string) => {
      const body = new FormData()
      body.set('picture', value)
      const response = await fetch(`${address}/pictures`, { method: 'POST', body })
      return { status: response.status, text: await response.text() }
    }

    it('takes a file', async () => {
      expect(await post(new File(['x'], 'cat.png'))).to.deep.equal({ status: 200, text: 'cat.png' })
    })

    it('refuses a text', async () => {
      const { status, text } = await post('cat')
      expect(status).to.equal(400)
      expect(text).to.contain('body/picture should be a file')
    })

    it('is a binary string in the API description', () => {
      const { requestBody } = server.swagger().paths['/pictures'].post
      const { schema } = requestBody.content['multipart/form-data']
      expect(schema.properties.picture).to.deep.equal({ type: 'string', format: 'binary' })
    })
  })
}
