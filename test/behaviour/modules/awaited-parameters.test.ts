import { Controller, Get, Inject, Injectable, Module, paramOf, provide, type Reply, type Request, token } from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, withApp } from './app.js'

import { type Article, Articles, idOf, TheArticle, TheTitle } from './articles.js'

describe('paramOf with a promise', () => {
  const ArticleOfPath = paramOf(async (request, articles) => articles.find(idOf(request)), { inject: [Articles] })

  @Controller('/articles/:id')
  class Reads {
    @Get()
    read(@ArticleOfPath() article: Article, @ArticleOfPath again: Article, @Inject(Articles) articles: Articles) {
      return { title: article.title, isSame: article === again, calls: articles.calls }
    }
  }
  @Module({ providers: [Articles], controllers: [Reads] })
  class Root {}

  it('is awaited before the handler runs, once for all parameters that take it', async () => {
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /articles/7')).body).to.deep.equal({ title: 'Emma', isSame: true, calls: 1 })
      expect((await ask(app, 'GET /articles/7')).body).to.deep.equal({ title: 'Emma', isSame: true, calls: 2 })
    })
  })

  it('answers with the status of the error that it throws', async () => {
    const answer = await askOnce(Root, 'GET /articles/8')
    expect([answer.status, answer.body]).to.deep.include(
      [404, { statusCode: 404, error: 'Not Found', message: 'There is no article 8' }].slice(0, 1)[0],
    )
    expect(answer.body).to.deep.equal({ statusCode: 404, error: 'Not Found', message: 'There is no article 8' })
  })

  it('gets the reply after the request where it declares one parameter more', async () => {
    const Noted = paramOf(
      (_request: Request, reply: Reply, articles: Articles) => {
        reply.header('x-calls', articles.calls)
        return 'noted'
      },
      { inject: [Articles] },
    )
    @Controller()
    class Notes {
      @Get('/noted')
      read(@Noted noted: string) {
        return noted
      }
    }
    @Module({ providers: [Articles], controllers: [Notes] })
    class App {}
    const answer = await askOnce(App, 'GET /noted')
    expect([answer.text, answer.headers['x-calls']]).to.deep.equal(['noted', '0'])
  })

  it('takes a reply that the function returns as it is', async () => {
    const TheReply = paramOf((_request, reply) => reply)
    @Controller()
    class Answers {
      @Get('/sent')
      read(@TheReply reply: Reply) {
        return reply.send('sent')
      }
    }
    @Module({ controllers: [Answers] })
    class App {}
    expect((await askOnce(App, 'GET /sent')).text).to.equal('sent')
  })

  it('reports each of two failures, and neither ends the process', async () => {
    const fails = (text: string) => paramOf(() => Promise.reject(new Error(text)))
    const [First, Second] = [fails('first'), fails('second')]
    @Controller()
    class Both {
      @Get('/both')
      read(@First first: never, @Second second: never) {
        return [first, second]
      }
    }
    @Module({ controllers: [Both] })
    class App {}
    expect((await askOnce(App, 'GET /both')).status).to.equal(500)
  })
})

describe('provide with useAsync and the scope request', () => {
  it('is awaited for a bare name as well, which a plugin could have declared', async () => {
    @Controller()
    class Reads {
      @Get('/')
      read(@Inject('unit') unit: { amount: number }) {
        return unit
      }
    }
    @Module({
      plugins: [async () => {}],
      providers: [provide('unit', { useAsync: async () => ({ amount: 3 }), scope: 'request' })],
      controllers: [Reads],
    })
    class Root {}
    expect((await askOnce(Root, 'GET /')).body).to.deep.equal({ amount: 3 })
  })

  interface Unit {
    number: number
  }
  const Unit = token<Unit>('unit')

  function units() {
    const disposed: number[] = []
    let made = 0
    const open = async (article: Article) => {
      await Promise.resolve()
      made += 1
      const number = made
      return { number, title: article.title, [Symbol.asyncDispose]: async () => void disposed.push(number) }
    }
    @Injectable({ scope: 'request' })
    class Repository {
      constructor(@Inject(Unit) readonly unit: Unit) {}
    }
    @Controller('/articles/:id')
    class Reads {
      @Get()
      read(@Inject(Unit) unit: Unit, @Inject(Repository) repository: Repository) {
        return { number: unit.number, isSame: repository.unit === unit }
      }
      @Get('/without')
      without() {
        return ''
      }
    }
    @Module({
      providers: [Articles, Repository, provide(Unit, { useAsync: open, scope: 'request', inject: [TheArticle] })],
      decorateRequest: [TheArticle.from((request, articles) => articles.find(idOf(request)), { inject: [Articles] })],
      controllers: [Reads],
    })
    class Root {}
    return { Root, disposed, made: () => made }
  }

  it('awaits one object for each request, and gives it to all classes that need it', async () => {
    const { Root } = units()
    await withApp(Root, async (app) => {
      const answers = await Promise.all([ask(app, 'GET /articles/7'), ask(app, 'GET /articles/7')])
      expect(answers.map(({ body }) => body)).to.have.deep.members([
        { number: 1, isSame: true },
        { number: 2, isSame: true },
      ])
    })
  })

  it('disposes the object with its request', async () => {
    const { Root, disposed } = units()
    await withApp(Root, async (app) => {
      await ask(app, 'GET /articles/7')
      await new Promise((resolve) => setTimeout(resolve, 5))
      expect(disposed).to.deep.equal([1])
    })
  })

  it('is not called for requests whose route does not need it, nor at boot', async () => {
    const { Root, made } = units()
    await askOnce(Root, 'GET /articles/7/without')
    expect(made()).to.equal(0)
  })

  it('takes the way of errors where it fails', async () => {
    const { Root, made } = units()
    expect((await askOnce(Root, 'GET /articles/8')).status).to.equal(404)
    expect(made()).to.equal(0)
  })

  it('gets the container of its request without inject', async () => {
    @Injectable({ scope: 'request' })
    class Visitor {
      constructor(@Inject(TheTitle) readonly title: string) {}
    }
    @Controller()
    class Reads {
      @Get('/unit')
      read(@Inject(Unit) unit: Unit) {
        return unit
      }
    }
    @Module({
      providers: [
        Visitor,
        provide(Unit, {
          useAsync: async (container) => ({ number: container.resolve(Visitor).title.length }),
          scope: 'request',
        }),
      ],
      decorateRequest: [TheTitle.from((request) => request.url)],
      controllers: [Reads],
    })
    class Root {}
    expect((await askOnce(Root, 'GET /unit')).body).to.deep.equal({ number: 5 })
  })
})
