import {
  Controller,
  Get,
  Inject,
  Module,
  pluginWrapper,
  Rep,
  type Reply,
  Req,
  type Request,
  replyValue,
  requestValue,
} from 'alcove'
import { expect } from 'chai'
import { type App, ask, askOnce, withApp } from './app.js'

/** Values that decorations put on a request have no static name in a test. */
const read = (carrier: object, name: string): unknown => Reflect.get(carrier, name)

describe('a request value', () => {
  const Word = requestValue<string>('word')

  @Controller()
  class Reads {
    @Get('/injected')
    injected(@Inject(Word) word: string) {
      return { word }
    }
    @Get('/property')
    property(request: Request) {
      return { word: read(request, 'word') }
    }
  }

  it('given with is() is injected into handlers', async () => {
    @Module({ decorateRequest: [Word.is('w')], controllers: [Reads] })
    class Root {}
    expect((await askOnce(Root, 'GET /injected')).body).to.deep.equal({ word: 'w' })
  })

  it('given with is() is a property of the request', async () => {
    @Module({ decorateRequest: [Word.is('w')], controllers: [Reads] })
    class Root {}
    expect((await askOnce(Root, 'GET /property')).body).to.deep.equal({ word: 'w' })
  })

  it('given in a record is injected like one given with is()', async () => {
    @Module({ decorateRequest: { word: 'recorded' }, controllers: [Reads] })
    class Root {}
    expect((await askOnce(Root, 'GET /injected')).body).to.deep.equal({ word: 'recorded' })
  })

  it('decorated by a wrapped plugin is injected by its token', async () => {
    const plugin = pluginWrapper(async (instance: App['instance']) => {
      instance.decorateRequest('word', 'plugged in')
    })
    @Module({ plugins: [plugin], controllers: [Reads] })
    class Root {}
    expect((await askOnce(Root, 'GET /injected')).body).to.deep.equal({ word: 'plugged in' })
  })

  it('decorated in configure is injected by its token', async () => {
    @Module({ controllers: [Reads] })
    class Root {
      configure(instance: App['instance']) {
        instance.decorateRequest('word', 'configured')
      }
    }
    expect((await askOnce(Root, 'GET /injected')).body).to.deep.equal({ word: 'configured' })
  })

  it('set by a hook is injected with what the hook set', async () => {
    const plugin = pluginWrapper(async (instance: App['instance']) => {
      instance.decorateRequest('word', null)
      instance.addHook('onRequest', async (request: Request) => {
        Reflect.set(request, 'word', `hooked ${request.id === undefined ? '' : 'in'}`)
      })
    })
    @Module({ plugins: [plugin], controllers: [Reads] })
    class Root {}
    expect((await askOnce(Root, 'GET /injected')).body).to.deep.equal({ word: 'hooked in' })
  })

  it('is not shared between requests when a handler sets it', async () => {
    @Controller()
    class Sets {
      @Get('/set')
      set(request: Request) {
        const before = read(request, 'word')
        Reflect.set(request, 'word', 'changed')
        return { before, after: read(request, 'word') }
      }
    }
    @Module({ decorateRequest: [Word.is('w')], controllers: [Sets] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /set')).body).to.deep.equal({ before: 'w', after: 'changed' })
      expect((await ask(app, 'GET /set')).body).to.deep.equal({ before: 'w', after: 'changed' })
    })
  })

  it('that is optional and invisible is undefined', async () => {
    @Controller()
    class Optional {
      @Get('/optional')
      read(@Inject(Word.optional) word?: string) {
        return { absent: word === undefined }
      }
    }
    @Module({ controllers: [Optional] })
    class Root {}
    expect((await askOnce(Root, 'GET /optional')).body).to.deep.equal({ absent: true })
  })

  it('may be false, zero or null and is injected as it is', async () => {
    @Controller()
    class Falsy {
      @Get('/falsy')
      read(@Inject('off') off: boolean, @Inject('zero') zero: number, @Inject('nothing') nothing: null) {
        return { off, zero, nothing }
      }
    }
    @Module({ decorateRequest: { off: false, zero: 0, nothing: null }, controllers: [Falsy] })
    class Root {}
    expect((await askOnce(Root, 'GET /falsy')).body).to.deep.equal({ off: false, zero: 0, nothing: null })
  })
})

describe('a request value given with from()', () => {
  const Tag = requestValue<{ url: string; calls: number }>('tag')

  function counting() {
    let calls = 0
    const given = Tag.from((request) => {
      calls += 1
      return { url: request.url, calls }
    })
    return { given, calls: () => calls }
  }

  @Controller()
  class Tags {
    @Get('/unused')
    unused() {
      return 'unused'
    }
    @Get('/once')
    once(@Inject(Tag) tag: { url: string; calls: number }) {
      return tag
    }
    @Get('/twice')
    twice(@Inject(Tag) tag: object, @Req() request: Request) {
      return { same: read(request, 'tag') === tag }
    }
  }

  it('is made from the request', async () => {
    @Module({ decorateRequest: [counting().given], controllers: [Tags] })
    class Root {}
    expect((await askOnce(Root, 'GET /once?q')).body).to.deep.equal({ url: '/once?q', calls: 1 })
  })

  it('is not made in a request that does not use it', async () => {
    const { given, calls } = counting()
    @Module({ decorateRequest: [given], controllers: [Tags] })
    class Root {}
    await askOnce(Root, 'GET /unused')
    expect(calls()).to.equal(0)
  })

  it('is made once in a request that uses it several times', async () => {
    const { given, calls } = counting()
    @Module({ decorateRequest: [given], controllers: [Tags] })
    class Root {}
    expect((await askOnce(Root, 'GET /twice')).body).to.deep.equal({ same: true })
    expect(calls()).to.equal(1)
  })

  it('is made anew in each request', async () => {
    @Module({ decorateRequest: [counting().given], controllers: [Tags] })
    class Root {}
    await withApp(Root, async (app) => {
      await ask(app, 'GET /once')
      expect((await ask(app, 'GET /once')).body).to.deep.equal({ url: '/once', calls: 2 })
    })
  })

  it('is not mixed up between requests that run at the same time', async () => {
    const Id = requestValue<string>('idOfTag')
    @Controller()
    class Slow {
      @Get('/slow/:id')
      async read(@Inject(Id) first: string, @Req() request: Request) {
        await new Promise((resolve) => setTimeout(resolve, 5))
        return { first, second: read(request, 'idOfTag') }
      }
    }
    @Module({ decorateRequest: [Id.from((request) => request.url)], controllers: [Slow] })
    class Root {}
    await withApp(Root, async (app) => {
      const ids = [1, 2, 3, 4, 5]
      const answers = await Promise.all(ids.map((id) => ask(app, `GET /slow/${id}`)))
      const expected = ids.map((id) => ({ first: `/slow/${id}`, second: `/slow/${id}` }))
      expect(answers.map(({ body }) => body)).to.deep.equal(expected)
    })
  })

  it('answers with the error when making it fails', async () => {
    const Broken = requestValue<string>('broken')
    @Controller()
    class Uses {
      @Get('/broken')
      read(@Inject(Broken) broken: string) {
        return broken
      }
    }
    const given = Broken.from(() => {
      throw Object.assign(new Error('cannot be made'), { statusCode: 503 })
    })
    @Module({ decorateRequest: [given], controllers: [Uses] })
    class Root {}
    const answer = await askOnce(Root, 'GET /broken')
    expect(answer.status).to.equal(503)
    expect(answer.body).to.include({ message: 'cannot be made' })
  })
})

describe('a reply value', () => {
  const Style = replyValue<string>('style')

  @Controller()
  class Styled {
    @Get('/styled')
    read(@Inject(Style) style: string, @Rep() reply: Reply) {
      return { style, same: read(reply, 'style') === style }
    }
  }

  it('given with is() is injected and a property of the reply', async () => {
    @Module({ decorateReply: [Style.is('plain')], controllers: [Styled] })
    class Root {}
    expect((await askOnce(Root, 'GET /styled')).body).to.deep.equal({ style: 'plain', same: true })
  })

  it('given with from() is made once in each reply', async () => {
    let calls = 0
    const given = Style.from(() => {
      calls += 1
      return `made ${calls}`
    })
    @Module({ decorateReply: [given], controllers: [Styled] })
    class Root {}
    await withApp(Root, async (app) => {
      await ask(app, 'GET /styled')
      expect((await ask(app, 'GET /styled')).body).to.deep.equal({ style: 'made 2', same: true })
    })
  })

  it('is read by the token anywhere', async () => {
    @Controller()
    class Reads {
      @Get('/read') read(@Rep() reply: Reply) {
        return { style: Style.of(reply) }
      }
    }
    @Module({ decorateReply: [Style.from(() => 'made')], controllers: [Reads] })
    class Root {}
    expect((await askOnce(Root, 'GET /read')).body).to.deep.equal({ style: 'made' })
  })

  it('given in a record can be a function that is called on the reply', async () => {
    @Controller()
    class Fine {
      @Get('/fine')
      read(@Rep() reply: Reply) {
        Reflect.apply(read(reply, 'fine') as (word: string) => void, reply, ['very'])
      }
    }
    const fine = function (this: Reply, word: string) {
      this.send({ fine: word })
    }
    @Module({ decorateReply: { fine }, controllers: [Fine] })
    class Root {}
    expect((await askOnce(Root, 'GET /fine')).body).to.deep.equal({ fine: 'very' })
  })
})
