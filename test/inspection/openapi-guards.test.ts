import { type CanActivate, Controller, Get, Guard, Module } from 'alcove'
import { createOpenApiDocument } from 'alcove/openapi'
import { expect } from 'chai'
import { inspectModule, routeOf } from './subject.js'

class Bearer implements CanActivate {
  static openapi = {
    security: [{ bearer: [] }],
    responses: { 401: { type: 'object', description: 'No token.', properties: { problem: { type: 'string' } } } },
  }
  canActivate() {
    return true
  }
}

class Key implements CanActivate {
  static openapi = { security: [{ key: [] }, { basic: [] }], responses: { 403: { description: 'A wrong key.' } } }
  canActivate() {
    return true
  }
}

@Controller()
class Things {
  @Get('/one') one() {
    return 1
  }
  @Guard(Key) @Get('/both') both() {
    return 1
  }
  @Guard(function plain() {
    return true
  })
  @Get('/plain')
  plain() {
    return 1
  }
}

@Guard(Bearer)
@Module({ controllers: [Things] })
class Root {}

describe('static openapi of a guard class', () => {
  it('is in the inspection of the routes that the guard guards, those of modules first', async () => {
    const { guards } = routeOf(await inspectModule(Root), 'GET /both')
    expect(guards).to.deep.equal([
      { name: 'Bearer', openapi: Bearer.openapi, provides: [] },
      { name: 'Key', openapi: Key.openapi, provides: [] },
    ])
  })

  it('gives the operation its security and answers, beside the 403 of a guard that returns false', async () => {
    const { paths } = createOpenApiDocument(await inspectModule(Root), {})
    expect(paths).to.have.deep.nested.property('/one.get.security', [{ bearer: [] }])
    expect(paths).to.have.deep.nested.property('/one.get.responses.401', {
      description: 'No token.',
      content: { 'application/json': { schema: Bearer.openapi.responses[401] } },
    })
    expect(paths).to.have.nested.property('/one.get.responses.403.description', 'A guard refused the request.')
  })

  it('asks for all guards of a route, and keeps the 403 that one of them declares', async () => {
    const { paths } = createOpenApiDocument(await inspectModule(Root), {})
    expect(paths).to.have.deep.nested.property('/both.get.security', [
      { bearer: [], key: [] },
      { bearer: [], basic: [] },
    ])
    expect(paths).to.have.deep.nested.property('/both.get.responses.403', { description: 'A wrong key.' })
    expect(paths).to.have.nested.property('/plain.get.responses.403.description', 'A guard refused the request.')
  })
})
