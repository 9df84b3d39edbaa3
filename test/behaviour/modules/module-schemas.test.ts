import { Body, Controller, Get, type Infer, Module, PluginWrapped, Post, Schema, shared } from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, type RootModule, withApp } from './app.js'

const Address = shared('address', {
  type: 'object',
  required: ['city'],
  properties: { city: { type: 'string' }, country: { type: 'string', default: 'NL' } },
})

const Person = shared('person', {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, address: Address.ref },
})
type Person = Infer<typeof Person>

@Controller('/people')
class People {
  @Post()
  @Schema({ body: Person.ref, response: { 200: Person.ref } })
  add(@Body(Person.ref) person: Person) {
    return person
  }
}

const PAYLOAD = { name: 'Ada', address: { city: 'Delft', street: 'dropped' } }

describe('shared schemas of a module', () => {
  it('may refer to each other, in any order of the list', async () => {
    @Module({ schemas: [Person, Address], controllers: [People] })
    class One {}
    @Module({ schemas: [Address, Person], controllers: [People] })
    class Two {}
    const expected = { name: 'Ada', address: { city: 'Delft', country: 'NL' } }
    expect((await askOnce(One, 'POST /people', { payload: PAYLOAD })).body).to.deep.equal(expected)
    expect((await askOnce(Two, 'POST /people', { payload: PAYLOAD })).body).to.deep.equal(expected)
  })

  it('may refer to those of an outer module', async () => {
    @Module({ schemas: [Person], controllers: [People] })
    class Inner {}
    @Module({ schemas: [Address], imports: [Inner] })
    class Root {}
    const answer = await askOnce(Root, 'POST /people', { payload: { name: 'Ada', address: {} } })
    expect(answer.body).to.include({ message: "body/address should have required property 'city'" })
  })

  it('may be plain objects with an $id', async () => {
    @Controller()
    class Pages {
      @Get('/page')
      @Schema({ querystring: { $ref: 'page#' } })
      read(request: { query: unknown }) {
        return request.query
      }
    }
    @Module({
      schemas: [{ $id: 'page', type: 'object', properties: { n: { type: 'integer', default: 1 } } }],
      controllers: [Pages],
    })
    class Root {}
    expect((await askOnce(Root, 'GET /page')).body).to.deep.equal({ n: 1 })
  })

  it('under one $id differ between siblings, for validation and for serialization', async () => {
    @Controller('/thing')
    class Things {
      @Post()
      @Schema({ body: { $ref: 'thing#' }, response: { 200: { $ref: 'thing#' } } })
      echo(@Body() body: object) {
        return { ...body, left: 'l', right: 'r' }
      }
    }
    const sided = (side: string): RootModule => {
      const thing = { $id: 'thing', type: 'object', properties: { [side]: { type: 'string' } }, required: [side] }
      @Module({ prefix: `/${side}`, schemas: [thing], controllers: [Things] })
      class Sided {}
      return Sided
    }
    @Module({ imports: [sided('left'), sided('right')] })
    class Root {}
    await withApp(Root, async (app) => {
      const payload = { left: 'x' }
      expect((await ask(app, 'POST /left/thing', { payload })).body).to.deep.equal({ left: 'l' })
      expect((await ask(app, 'POST /right/thing', { payload })).status).to.equal(400)
      expect((await ask(app, 'POST /right/thing', { payload: { right: 'x' } })).body).to.deep.equal({ right: 'r' })
    })
  })

  it('of a wrapped module serve the containing module', async () => {
    @PluginWrapped()
    @Module({ schemas: [Address, Person] })
    class Schemas {}
    @Module({ imports: [Schemas], controllers: [People] })
    class Root {}
    expect((await askOnce(Root, 'POST /people', { payload: PAYLOAD })).status).to.equal(200)
  })

  it('may be listed by a module and by one that is wrapped into it', async () => {
    @PluginWrapped()
    @Module({ schemas: [Address] })
    class Schemas {}
    @Module({ schemas: [Address, Person], imports: [Schemas], controllers: [People] })
    class Root {}
    expect((await askOnce(Root, 'POST /people', { payload: PAYLOAD })).status).to.equal(200)
  })

  it('are listed by getSchemas of the context, own and outer ones', async () => {
    let ids: string[] = []
    @Module({ schemas: [Person] })
    class Inner {
      configure(instance: { getSchemas(): object }) {
        ids = Object.keys(instance.getSchemas()).sort()
      }
    }
    @Module({ schemas: [Address], imports: [Inner] })
    class Root {}
    await withApp(Root, (app) => Promise.resolve(app.ready()))
    expect(ids).to.deep.equal(['address', 'person'])
  })
})
