import swagger from '@fastify/swagger'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Body, Controller, Get, Module, Param, Post, Query, Schema, shared, use } from 'alcove'
import { expect } from 'chai'
import { type Loose, useServed } from './served.js'

const User = shared('user', {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', maxLength: 20 }, age: { type: 'integer', minimum: 0, default: 18 } },
})

const Order = shared('order', {
  type: 'object',
  properties: {
    number: { type: 'integer' },
    buyer: { $ref: 'user#' },
    lines: { type: 'array', items: { type: 'string' } },
  },
})

@Controller('/users')
class Users {
  @Post()
  @Schema({ summary: 'Adds a user', tags: ['users'], body: User.ref, response: { 201: User.ref } })
  create(@Body(User.ref) user: Loose) {
    return user
  }
  @Get('/:id')
  @Schema({
    params: { id: { type: 'integer' } },
    querystring: { deep: { type: 'boolean' } },
    response: { '2xx': User.ref },
  })
  read(@Param('id') id: number, @Query() _query: Loose) {
    return { name: String(id), age: id }
  }
}

@Controller('/orders')
class Orders {
  @Get()
  @Schema({ response: { 200: { type: 'array', items: { $ref: 'order#' } } } })
  list(): Loose {
    return []
  }
  @Get('/hidden')
  @Schema({ hide: true })
  hidden() {
    return ''
  }
}

@Controller()
class Beside {
  @Get('/beside')
  read() {
    return ''
  }
}

@Module({ controllers: [Users] })
class UserModule {}

@Module({ schemas: [Order], controllers: [Orders] })
class OrderModule {}

const documented = use(swagger, {
  openapi: { openapi: '3.1.0', info: { title: 'Shop', version: '1.2.3' } },
  refResolver: {
    buildLocalReference: (json: Loose, _base: unknown, _fragment: string, i: number) => json.$id ?? `def-${i}`,
  },
})

@Module({ prefix: '/api', schemas: [User], plugins: [documented], imports: [UserModule, OrderModule] })
class Api {}

@Module({ controllers: [Beside] })
class BesideModule {}

@Module({ imports: [Api, BesideModule] })
class App {}

describe('@fastify/swagger in a module', () => {
  const serve = useServed()

  /** The document of the one module that has the plugin. */
  async function describeApi(): Promise<Loose> {
    const seen: Loose[] = []
    @Module({ prefix: '/api', schemas: [User], plugins: [documented], imports: [UserModule, OrderModule] })
    class Read {
      configure(instance: Loose) {
        seen.push(instance)
      }
    }
    @Module({ imports: [Read, BesideModule] })
    class Root {}
    await serve(Root)
    return seen[0].swagger()
  }

  it('describes a decorated application in a valid OpenAPI 3.1 document', async () => {
    const document = await describeApi()
    expect(document).to.deep.include({ openapi: '3.1.0', info: { title: 'Shop', version: '1.2.3' } })
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    expect(errors).to.equal(undefined)
    expect(valid).to.equal(true)
  })

  it('lists the routes of the module and of the modules below it, with prefixes', async () => {
    const { paths } = await describeApi()
    const listed = Object.entries<Loose>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    expect(listed.sort()).to.deep.equal(['get /api/orders', 'get /api/users/{id}', 'post /api/users'])
  })

  it('lists the schemas of routes under their ids, and refers to them', async () => {
    const { components, paths } = await describeApi()
    expect(components.schemas).to.have.all.keys('user', 'order')
    expect(components.schemas.user.properties).to.have.all.keys('name', 'age')
    expect(components.schemas.order.properties.buyer).to.deep.equal({ $ref: '#/components/schemas/user' })
    const create = paths['/api/users'].post
    expect(create.requestBody.content['application/json'].schema).to.deep.equal({ $ref: '#/components/schemas/user' })
    expect(create.responses[201].content['application/json'].schema).to.deep.equal({
      $ref: '#/components/schemas/user',
    })
    const items = paths['/api/orders'].get.responses[200].content['application/json'].schema.items
    expect(items).to.deep.equal({ $ref: '#/components/schemas/order' })
  })

  it('describes parameters that were declared in the short form', async () => {
    const { parameters } = (await describeApi()).paths['/api/users/{id}'].get
    expect(parameters.map(({ name, in: place, required }: Loose) => [place, name, required])).to.have.deep.members([
      ['query', 'deep', false],
      ['path', 'id', true],
    ])
  })

  it('changes nothing in how the routes answer', async () => {
    const { ask } = await serve(App)
    expect((await ask('GET /api/users/7')).json()).to.deep.equal({ name: '7', age: 7 })
    const refused = await ask('POST /api/users', { body: '{"age":1}', headers: { 'content-type': 'application/json' } })
    expect(refused.status).to.equal(400)
  })

  it('gives the instance of a sibling module no document', async () => {
    let has: boolean | null = null
    @Module({})
    class Sibling {
      configure(instance: Loose) {
        has = instance.hasDecorator('swagger')
      }
    }
    @Module({ imports: [Api, Sibling] })
    class Root {}
    await serve(Root)
    expect(has).to.equal(false)
  })
})
