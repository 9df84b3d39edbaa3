import { expect } from 'chai'
import type { RouteSchema, SerializerCompiler, SerializerCompilerInput } from '#dist/contracts/schema.js'
import { compileResponseSerializers } from '#dist/request/stages/response-serializers.js'
import { normalizeRouteSchema } from '#dist/schema/model/route-schema.js'
import { thrownBy } from './compile.js'

const route = { method: 'GET', url: '/users' }

/** Serializers that write the schema for which they were compiled. */
const compileSerializer: SerializerCompiler = ({ httpStatus, contentType }) => {
  return () => [httpStatus, contentType].filter((word) => word !== undefined).join(' ')
}

function select(response: unknown, statusCode: number, contentType?: string): string | undefined {
  const schema = normalizeRouteSchema({ response }, route)
  const serializers = compileResponseSerializers({ schema, route, compileSerializer })
  return serializers?.select(statusCode, contentType)?.({})
}

const any = { type: 'object' }

describe('the response schema of a status', () => {
  const all = { 200: any, '2XX': any, default: any }

  it('is the exact one before its class', () => {
    expect(select(all, 200)).to.equal('200')
  })

  it('is its class before default', () => {
    expect(select(all, 201)).to.equal('2xx')
  })

  it('is default when nothing else fits', () => {
    expect(select(all, 404)).to.equal('default')
  })

  it('is none when nothing fits', () => {
    expect(select({ 200: any }, 404)).to.equal(undefined)
  })

  it('is found as fast the second time', () => {
    const schema = normalizeRouteSchema({ response: all }, route)
    const serializers = compileResponseSerializers({ schema, route, compileSerializer })
    expect(serializers?.select(201, undefined)).to.equal(serializers?.select(201, undefined))
  })

  for (const schema of [
    {},
    { response: undefined },
    { response: {} },
    { response: { 200: undefined } },
  ] as RouteSchema[]) {
    it(`needs no serializers when there is none: ${JSON.stringify(schema)}`, () => {
      expect(compileResponseSerializers({ schema, route, compileSerializer })).to.equal(null)
    })
  }
})

describe('the response schema of a media type', () => {
  const content = { 'Application/JSON': { schema: any }, 'text/x-a; q=1': { schema: any } }

  it('is the one of the content type, without its parameters', () => {
    expect(select({ 200: { content } }, 200, 'text/x-a; charset=utf-8')).to.equal('200 text/x-a; q=1')
  })

  it('is that of JSON while no content type is set', () => {
    expect(select({ 200: { content } }, 200)).to.equal('200 Application/JSON')
  })

  it('is that of */* for all others', () => {
    expect(select({ 200: { content: { ...content, '*/*': { schema: any } } } }, 200, 'text/x-b')).to.equal('200 */*')
  })

  it('is none for another content type', () => {
    expect(select({ 200: { content } }, 200, 'text/x-b')).to.equal(undefined)
  })
})

describe('a serializer compiler', () => {
  it('gets schema, method, url, status and media type', () => {
    const told: SerializerCompilerInput[] = []
    const response = { '4XX': any, 200: { content: { 'text/plain': { schema: any } } } }
    compileResponseSerializers({
      schema: { response },
      route,
      compileSerializer: (input) => {
        told.push(input)
        return () => ''
      },
    })
    expect(told).to.have.deep.members([
      { schema: any, ...route, httpStatus: '4xx' },
      { schema: any, ...route, httpStatus: '200', contentType: 'text/plain' },
    ])
  })

  it('that throws fails the boot with route and status', () => {
    const broken = () => {
      throw new Error('broken')
    }
    const error = thrownBy(() =>
      compileResponseSerializers({ schema: { response: { 200: any } }, route, compileSerializer: broken }),
    )
    expect(error.code).to.equal('FST_ERR_SCH_SERIALIZATION_BUILD')
    expect(error.message).to.contain('GET /users').and.contain('response 200').and.contain('broken')
  })

  it('that gives no function fails the boot with route and status', () => {
    const broken = (() => 'text') as unknown as SerializerCompiler
    const error = thrownBy(() =>
      compileResponseSerializers({ schema: { response: { 200: any } }, route, compileSerializer: broken }),
    )
    expect(error.code).to.equal('ALC_ERR_SERIALIZER_COMPILER_RESULT')
  })
})
