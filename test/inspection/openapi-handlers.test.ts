import { Controller, ErrorHandler, errorCodes, Get, Post, type Reply, Schema, Use, ValidationError } from 'alcove'
import { inspect } from 'alcove/inspect'
import { createOpenApiDocument } from 'alcove/openapi'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { serving } from '../behaviour/modules/seen.js'

// biome-ignore lint/suspicious/noExplicitAny: the parts of a document are compared as they are
type Any = any

const text = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } } as const

describe('the OpenAPI document of a route with error handlers', () => {
  for (const [what, type, without] of [
    ['of its own', class Overlap extends Error {}, []],
    ['of too large bodies', errorCodes.FST_ERR_CTP_BODY_TOO_LARGE, ['413']],
    ['of a base class', RangeError, ['413']],
    ['of failed validations, also if JSON may be invalid', ValidationError, ['400']],
    ['of all errors', Error, ['400', '413', '415']],
  ] as const) {
    it(`leaves out the bodies of the errors that a handler for one class handles: ${what}`, async () => {
      @Controller()
      class Posts {
        @Post() @Schema({ body: text }) post() {
          return 'x'
        }
        @ErrorHandler(type) failed(_error: unknown, _request: unknown, reply: Reply) {
          reply.send({})
        }
      }
      await using app = await createTestApp(serving(Posts))
      const { responses } = (createOpenApiDocument(inspect(app), {}) as Any).paths['/'].post
      const bare = ['400', '413', '415'].filter((status) => responses[status].content === undefined)
      expect(bare).to.deep.equal(without)
    })
  }

  it('leaves out the body of 400 where only validation fails, and a handler of ValidationError handles that', async () => {
    @Controller()
    class Posts {
      @Get() @Schema({ querystring: text }) read() {
        return 'x'
      }
      @ErrorHandler(ValidationError) failed(_error: unknown, _request: unknown, reply: Reply) {
        reply.send({})
      }
    }
    await using app = await createTestApp(serving(Posts))
    const { responses } = (createOpenApiDocument(inspect(app), {}) as Any).paths['/'].get
    expect(responses['400']).to.deep.equal({ description: 'The request is not valid.' })
  })

  it('leaves out the bodies of errors that the own handler or that of a class for @Use handles', async () => {
    class Large {
      @ErrorHandler(errorCodes.FST_ERR_CTP_BODY_TOO_LARGE) tooLarge(_error: unknown, _request: unknown, reply: Reply) {
        reply.send({})
      }
    }
    @Controller()
    @Use(Large)
    class Posts {
      @Post() @Schema({ body: text }) post() {
        return 'x'
      }
      @ErrorHandler(errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE) unknown(
        _error: unknown,
        _request: unknown,
        reply: Reply,
      ) {
        reply.send({})
      }
    }
    await using app = await createTestApp(serving(Posts))
    const { responses } = (createOpenApiDocument(inspect(app), {}) as Any).paths['/'].post
    const bare = ['400', '413', '415'].filter((status) => responses[status].content === undefined)
    expect(bare).to.deep.equal(['413', '415'])
  })
})
