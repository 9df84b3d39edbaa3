import awsLambda from '@fastify/aws-lambda'
import { Body, bootstrap, Controller, Get, Module, Post, paramOf, Query } from 'alcove'
import { expect } from 'chai'

/** The adapter puts this on requests: the event as AWS sent it. */
interface Invocation {
  readonly event: { readonly requestContext: { readonly requestId: string } }
}

const Invoked = paramOf((request) => {
  const { awsLambda } = request as unknown as { awsLambda: Invocation } // the adapter decorates it
  return awsLambda.event.requestContext.requestId
})

@Controller('/orders')
class Orders {
  @Get()
  list(@Query('page', { type: 'integer' }) page: number, @Invoked() id: string) {
    return { page, id }
  }

  @Post()
  add(@Body({ type: 'object', properties: { name: { type: 'string' } } }) body: object) {
    return body
  }
}

@Module({ controllers: [Orders] })
class AppModule {}

type Handler = (event: object, context: object) => Promise<{ statusCode: number; body: string }>

/** Events of API Gateway, payload formats 1.0 and 2.0. */
const events = {
  '1.0': (method: string, body?: string) => ({
    httpMethod: method,
    path: '/orders',
    headers: { 'content-type': 'application/json' },
    queryStringParameters: { page: '2' },
    requestContext: { requestId: 'first' },
    body,
  }),
  '2.0': (method: string, body?: string) => ({
    version: '2.0',
    rawPath: '/orders',
    rawQueryString: 'page=2',
    queryStringParameters: { page: '2' },
    headers: { 'content-type': 'application/json' },
    requestContext: { requestId: 'first', http: { method, path: '/orders' } },
    body,
  }),
}

describe('@fastify/aws-lambda with a decorated application', () => {
  for (const [format, event] of Object.entries(events)) {
    it(`answers events of format ${format}, with the event on the request`, async () => {
      const app = bootstrap(AppModule)
      const handler = awsLambda(app as never) as unknown as Handler // its types name Fastify's instance
      const listed = await handler(event('GET'), {})
      expect([listed.statusCode, JSON.parse(listed.body)]).to.deep.equal([200, { page: 2, id: 'first' }])
      const added = await handler(event('POST', '{"name":"Ada"}'), {})
      expect([added.statusCode, added.body]).to.deep.equal([200, '{"name":"Ada"}'])
      const refused = await handler(event('POST', '{"name":{}}'), {})
      expect(refused.statusCode).to.equal(400)
      await app.close()
    })
  }
})
