import auth from '@fastify/auth'
import { Controller, Get, Module } from 'alcove'
import { expect } from 'chai'
import { type Loose, useServed } from './served.js'

@Controller()
class Resource {
  @Get('/resource')
  read() {
    return { read: true }
  }
}

async function isAdmin(request: Loose): Promise<void> {
  if (request.headers['x-role'] !== 'admin') throw Object.assign(new Error('not an admin'), { statusCode: 403 })
}

async function isOwner(request: Loose): Promise<void> {
  if (request.headers['x-owner'] !== 'yes') throw Object.assign(new Error('not the owner'), { statusCode: 403 })
}

@Module({ prefix: '/either', plugins: [auth], controllers: [Resource] })
class Either {
  configure(instance: Loose) {
    instance.addHook('preHandler', instance.auth([isAdmin, isOwner]))
  }
}

@Module({ prefix: '/both', plugins: [auth], controllers: [Resource] })
class Both {
  configure(instance: Loose) {
    instance.addHook('preHandler', instance.auth([isAdmin, isOwner], { relation: 'and' }))
  }
}

@Module({ prefix: '/beside', controllers: [Resource] })
class Beside {}

@Module({ imports: [Either, Both, Beside] })
class App {}

const admin = { headers: { 'x-role': 'admin' } }

describe('@fastify/auth in a module', () => {
  const serve = useServed()

  it('lets in whom one of several checks lets in', async () => {
    const { ask } = await serve(App)
    expect((await ask('GET /either/resource', admin)).status).to.equal(200)
    expect((await ask('GET /either/resource', { headers: { 'x-owner': 'yes' } })).status).to.equal(200)
  })

  it('answers with the error of the last check when none lets in', async () => {
    const { status, json } = await (await serve(App)).ask('GET /either/resource')
    expect(status).to.equal(403)
    expect(json().message).to.equal('not the owner')
  })

  it('asks for all checks with the option of its module', async () => {
    const { ask } = await serve(App)
    expect((await ask('GET /both/resource', admin)).status).to.equal(403)
    const both = { headers: { 'x-role': 'admin', 'x-owner': 'yes' } }
    expect((await ask('GET /both/resource', both)).status).to.equal(200)
  })

  it('guards nothing in a sibling module', async () => {
    const { app, ask } = await serve(App)
    expect((await ask('GET /beside/resource')).status).to.equal(200)
    expect(app.instance.hasDecorator('auth')).to.equal(false)
  })
})
