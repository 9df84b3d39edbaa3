import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  Controller,
  Get,
  Guard,
  Hook,
  Inject,
  Injectable,
  Module,
  PluginWrapped,
  provide,
  type Request,
  requestValue,
  token,
} from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, withApp } from './app.js'

@Injectable()
class Pool {
  open = true
  dispose() {
    this.open = false
  }
}

describe('while an application closes', () => {
  it('a request in flight still finds its providers', async () => {
    let arrived = () => {}
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve
    })
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    @Controller()
    class Slow {
      constructor(private readonly pool: Pool) {}
      @Get('/slow')
      async read() {
        arrived()
        await gate
        return { open: this.pool.open }
      }
    }
    @Module({ providers: [Pool], controllers: [Slow] })
    class Root {}
    await withApp(Root, async (app) => {
      const address = await app.listen(0)
      const response = new Promise<string>((resolve, reject) => {
        // No agent: the connection does not outlive the request.
        get(`${address}/slow`, { agent: false }, (incoming) => text(incoming).then(resolve, reject)).on('error', reject)
      })
      await arrival
      const closed = app.close()
      setImmediate(release)
      expect(await response).to.equal('{"open":true}')
      await closed
    })
  })

  it('onClose hooks of a module still find its providers', async () => {
    const seen: boolean[] = []
    @Module({ providers: [Pool] })
    class Root {
      constructor(private readonly pool: Pool) {}
      @Hook('onClose')
      async close() {
        seen.push(this.pool.open)
      }
    }
    await withApp(Root, (app) => Promise.resolve(app.ready()))
    expect(seen).to.deep.equal([true])
  })

  it('onClose hooks of an inner module still find the providers of the outer one', async () => {
    const seen: boolean[] = []
    @Module({})
    class Inner {
      constructor(private readonly pool: Pool) {}
      @Hook('onClose')
      async close() {
        seen.push(this.pool.open)
      }
    }
    @Module({ providers: [Pool], imports: [Inner] })
    class Root {}
    await withApp(Root, (app) => Promise.resolve(app.ready()))
    expect(seen).to.deep.equal([true])
  })

  it('disposal of an inner provider still finds the outer ones that it holds', async () => {
    const seen: boolean[] = []
    @Injectable()
    class Cache {
      constructor(private readonly pool: Pool) {}
      async dispose() {
        await new Promise((resolve) => setImmediate(resolve))
        seen.push(this.pool.open)
      }
    }
    @Module({ providers: [Cache] })
    class Inner {}
    @Module({ providers: [Pool], imports: [Inner] })
    class Root {}
    await withApp(Root, (app) => Promise.resolve(app.ready()))
    expect(seen).to.deep.equal([true])
  })
})

describe('a class of scope request', () => {
  const User = requestValue<string>('user')

  it('injects request values of its own request', async () => {
    @Injectable({ scope: 'request' })
    class Greeter {
      constructor(@Inject(User) readonly user: string) {}
    }
    @Controller()
    class Greets {
      @Get('/greet')
      async read(@Inject(Greeter) greeter: Greeter) {
        await new Promise((resolve) => setImmediate(resolve))
        return greeter.user
      }
    }
    @Module({
      decorateRequest: [User.from((request) => String(request.headers['x-user']))],
      providers: [Greeter],
      controllers: [Greets],
    })
    class Root {}
    await withApp(Root, async (app) => {
      const users = ['ada', 'bob', 'cyd']
      const answers = await Promise.all(users.map((user) => ask(app, 'GET /greet', { headers: { 'x-user': user } })))
      expect(answers.map(({ text }) => text)).to.deep.equal(users)
    })
  })

  it('can be a guard', async () => {
    @Injectable({ scope: 'request' })
    class UserGuard {
      constructor(@Inject(User) private readonly user: string) {}
      canActivate() {
        return this.user === 'ada'
      }
    }
    @Guard(UserGuard)
    @Controller()
    class Behind {
      @Get('/behind')
      read() {
        return 'in'
      }
    }
    @Module({
      decorateRequest: [User.from((request: Request) => String(request.headers['x-user']))],
      providers: [UserGuard],
      controllers: [Behind],
    })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /behind', { headers: { 'x-user': 'ada' } })).status).to.equal(200)
      expect((await ask(app, 'GET /behind', { headers: { 'x-user': 'bob' } })).status).to.equal(403)
    })
  })

  it('is one for the guard and the handler of a request', async () => {
    @Injectable({ scope: 'request' })
    class Notes {
      text = 'empty'
    }
    @Injectable({ scope: 'request' })
    class NotingGuard {
      constructor(private readonly notes: Notes) {}
      canActivate() {
        this.notes.text = 'noted'
        return true
      }
    }
    @Controller()
    class Reads {
      @Guard(NotingGuard)
      @Get('/notes')
      read(@Inject(Notes) notes: Notes) {
        return notes.text
      }
    }
    @Module({ providers: [Notes, NotingGuard], controllers: [Reads] })
    class Root {}
    expect((await askOnce(Root, 'GET /notes')).text).to.equal('noted')
  })

  it('of a wrapped module serves the handlers of the containing module', async () => {
    @Injectable({ scope: 'request' })
    class Tag {
      readonly word = 'tag'
    }
    @Controller()
    class Reads {
      @Get('/tag')
      read(@Inject(Tag) tag: Tag) {
        return tag.word
      }
    }
    @PluginWrapped()
    @Module({ providers: [Tag] })
    class Wrapped {}
    @Module({ imports: [Wrapped], controllers: [Reads] })
    class Root {}
    expect((await askOnce(Root, 'GET /tag')).text).to.equal('tag')
  })

  it('made by a factory is made once in each request', async () => {
    const Serial = token<number>('serial')
    let made = 0
    const make = () => {
      made += 1
      return made
    }
    @Controller()
    class Reads {
      @Get('/serials')
      read(@Inject(Serial) one: number, @Inject(Serial) two: number) {
        return [one, two]
      }
    }
    @Module({ providers: [provide(Serial, { useFactory: make, scope: 'request' })], controllers: [Reads] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /serials')).body).to.deep.equal([1, 1])
      expect((await ask(app, 'GET /serials')).body).to.deep.equal([2, 2])
    })
  })
})
