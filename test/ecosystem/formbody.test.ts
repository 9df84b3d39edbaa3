import formbody from '@fastify/formbody'
import { Controller, Module, Post, use } from 'alcove'
import { expect } from 'chai'
import { type Loose, useServed } from './served.js'

@Controller()
class Form {
  @Post('/form')
  submit(request: Loose) {
    return request.body
  }
}

@Controller({ bodyValidation: 'parsed' })
class CheckedForm {
  @Post('/checked', {
    schema: { body: { type: 'object', required: ['age'], properties: { age: { type: 'integer' } } } },
  })
  submit(request: Loose) {
    return request.body
  }
}

@Module({ prefix: '/in', plugins: [use(formbody, { bodyLimit: 100 })], controllers: [Form, CheckedForm] })
class Inside {}

@Module({ prefix: '/beside', controllers: [Form] })
class Beside {}

@Module({ imports: [Inside, Beside] })
class App {}

const form = (body: string) => ({ body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })

describe('@fastify/formbody in a module', () => {
  const serve = useServed()

  it('parses forms', async () => {
    const { json } = await (await serve(App)).ask('POST /in/form', form('name=ada&tag=a&tag=b'))
    expect(json()).to.deep.equal({ name: 'ada', tag: ['a', 'b'] })
  })

  it('refuses forms over its limit', async () => {
    expect((await (await serve(App)).ask('POST /in/form', form(`a=${'x'.repeat(200)}`))).status).to.equal(413)
  })

  it('hands forms to the validation of routes that validate what is parsed', async () => {
    const { ask } = await serve(App)
    expect((await ask('POST /in/checked', form('age=36'))).json()).to.deep.equal({ age: 36 })
    expect((await ask('POST /in/checked', form('age=old'))).status).to.equal(400)
  })

  it('lets a sibling module refuse forms as before', async () => {
    expect((await (await serve(App)).ask('POST /beside/form', form('a=1'))).status).to.equal(415)
  })
})
