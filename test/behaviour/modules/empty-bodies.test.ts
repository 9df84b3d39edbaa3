import {
  Body,
  Controller,
  Delete,
  Inject,
  Module,
  Param,
  Post,
  paramOf,
  Req,
  type Request,
  requestValue,
  Schema,
} from 'alcove'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'

const Tenant = requestValue<string>('tenant')
const path = paramOf((request) => request.url)

@Controller('/likes')
class Likes {
  @Post('/:id') add(@Param('id') id: string, @Inject(Tenant) tenant: string) {
    return { id, tenant }
  }
  @Delete('/:id') remove() {
    return 'removed'
  }
  @Post('/schema') @Schema({ body: { type: 'object', properties: { a: { type: 'string' } } } }) withSchema() {
    return 'schema'
  }
  @Post('/body') withBody(@Body() body: unknown) {
    return { body }
  }
  @Post('/request') withRequest(@Req() request: Request) {
    return { body: request.body }
  }
  @Post('/own') withOwn(@path() url: string) {
    return url
  }
  @Post('/plain') plain(request: Request) {
    return { body: request.body }
  }
}

@Module({ decorateRequest: [Tenant.is('acme')], controllers: [Likes] })
class AppModule {}

const headers = { 'content-type': 'application/json' }

describe('an empty body with the media type of JSON', () => {
  const send = async (method: 'POST' | 'DELETE', url: string, payload = '') => {
    await using app = await createTestApp(AppModule)
    const answer = await app.inject({ method, url: `/likes/${url}`, headers, payload })
    return [answer.statusCode, answer.statusCode === 200 ? answer.body : answer.json().code]
  }

  it('is not a body on a route of a controller that takes none', async () => {
    expect(await send('POST', '7')).to.deep.equal([200, '{"id":"7","tenant":"acme"}'])
    expect(await send('DELETE', '7')).to.deep.equal([200, 'removed'])
  })

  it('is refused where the route has a body schema, or the handler may read the body', async () => {
    for (const url of ['schema', 'body', 'request', 'own', 'plain']) {
      expect(await send('POST', url), url).to.deep.equal([400, 'FST_ERR_CTP_EMPTY_JSON_BODY'])
    }
  })

  it('does not excuse a body that cannot be parsed', async () => {
    expect(await send('POST', '7', '{')).to.deep.equal([400, 'FST_ERR_CTP_INVALID_JSON_BODY'])
  })
})
