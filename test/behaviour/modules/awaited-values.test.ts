import {
  Around,
  type CanActivate,
  Controller,
  ErrorHandler,
  Get,
  Guard,
  type HandlerAround,
  Hook,
  Inject,
  Injectable,
  Module,
  type Next,
  Param,
  Rep,
  type Reply,
  type Request,
  replyValue,
  requestValue,
} from 'alcove'
import { expect } from 'chai'
import { unhandledDuring } from '../../support/unhandled.js'
import { ask, askOnce, withApp } from './app.js'

import { type Article, Articles, idOf, Missing, TheArticle, TheTitle } from './articles.js'

describe('a value of Token.from that is a promise', () => {
  const fromArticles = TheArticle.from((request, articles) => articles.find(idOf(request)), { inject: [Articles] })

  it('is awaited before the handler runs, with what inject lists', async () => {
    @Controller('/articles/:id')
    class Reads {
      @Get()
      read(@Inject(TheArticle) article: Article, @Param('id') id: string) {
        return { title: article.title, id }
      }
    }
    @Module({ providers: [Articles], decorateRequest: [fromArticles], controllers: [Reads] })
    class Root {}
    expect((await askOnce(Root, 'GET /articles/7')).body).to.deep.equal({ title: 'Emma', id: '7' })
  })

  it('takes the way of errors where it fails', async () => {
    @Controller('/articles/:id')
    class Reads {
      @Get()
      read(@Inject(TheArticle) article: Article) {
        return article
      }
    }
    @Module({ providers: [Articles], decorateRequest: [fromArticles], controllers: [Reads] })
    class Root {
      @ErrorHandler(Missing)
      missing(error: Missing, _request: Request, reply: Reply) {
        reply.code(404).send({ problem: error.message })
      }
    }
    const answer = await askOnce(Root, 'GET /articles/8')
    expect([answer.status, answer.body]).to.deep.equal([404, { problem: 'There is no article 8' }])
  })

  it('is computed once in a request, for handlers, providers, guards, functions around handlers and hooks', async () => {
    @Injectable({ scope: 'request' })
    class Title {
      constructor(@Inject(TheArticle) readonly article: Article) {}
    }
    @Injectable({ scope: 'request' })
    class Owner implements CanActivate {
      constructor(readonly title: Title) {}
      canActivate() {
        return this.title.article.title === 'Emma'
      }
    }
    @Injectable({ scope: 'request' })
    class Shout implements HandlerAround {
      constructor(@Inject(TheArticle) readonly article: Article) {}
      async around(_request: Request, _reply: Reply, next: Next) {
        return `${await next()} by ${this.article.title}`
      }
    }
    @Injectable({ scope: 'request' })
    @Controller('/articles/:id')
    class Reads {
      constructor(
        private readonly title: Title,
        private readonly articles: Articles,
      ) {}

      @Hook('preHandler')
      note(_request: Request, reply: Reply) {
        reply.header('x-hook', this.title.article.title)
      }

      @Hook('onSend')
      late(_request: Request, reply: Reply, payload: unknown, done: (error: null, payload: unknown) => void) {
        reply.header('x-late', this.title.article.title)
        done(null, payload)
      }

      @Guard(Owner)
      @Around(Shout)
      @Get()
      read(@Inject(TheArticle) article: Article) {
        return `${article === this.title.article} ${this.articles.calls}`
      }
    }
    @Module({ providers: [Articles, Title], decorateRequest: [fromArticles], controllers: [Reads] })
    class Root {}
    await withApp(Root, async (app) => {
      const answer = await ask(app, 'GET /articles/7')
      expect(answer.text).to.equal('true 1 by Emma')
      expect([answer.headers['x-hook'], answer.headers['x-late']]).to.deep.equal(['Emma', 'Emma'])
      expect((await ask(app, 'GET /articles/8')).status).to.equal(404)
      expect((await ask(app, 'GET /articles/7')).text).to.equal('true 3 by Emma')
    })
  })

  it('is read by the token anywhere: a promise until it is there', async () => {
    @Controller('/articles/:id')
    class Reads {
      @Get()
      async read(request: Request) {
        const first: unknown = TheArticle.of(request)
        const article = await TheArticle.of(request)
        return [first instanceof Promise, TheArticle.of(request) === article, article.title]
      }
    }
    @Module({ providers: [Articles], decorateRequest: [fromArticles], controllers: [Reads] })
    class Root {}
    expect((await askOnce(Root, 'GET /articles/7')).body).to.deep.equal([true, true, 'Emma'])
  })

  it('does not end the process after a failure that no code awaits', async () => {
    @Controller('/articles/:id')
    class Reads {
      @Get()
      read(request: Request) {
        void TheArticle.of(request)
        return 'read'
      }
    }
    @Module({ providers: [Articles], decorateRequest: [fromArticles], controllers: [Reads] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /articles/8')).text).to.equal('read')
      await new Promise((resolve) => setTimeout(resolve, 10))
    })
  })

  it('does not end the process where a hook sets a promise that fails, and another value fails first', async () => {
    const TheReader = requestValue<string>('reader')
    @Controller('/articles/:id')
    class Reads {
      @Get()
      read(@Inject(TheArticle) _article: Article, @Inject(TheReader) _reader: string) {}
    }
    const failing = TheReader.from(() => {
      throw new Error('no reader')
    })
    @Module({ providers: [Articles], decorateRequest: [fromArticles, failing], controllers: [Reads] })
    class Root {
      @Hook('preHandler')
      async choose(request: Request) {
        await TheArticle.of(request)
        Reflect.set(request, 'article', Promise.reject(new Error('no article')))
      }
    }
    const answers: unknown[] = []
    const unhandled = await unhandledDuring(async () => {
      answers.push((await askOnce(Root, 'GET /articles/7')).body)
    })
    expect(answers).to.have.nested.property('[0].statusCode', 500)
    expect(unhandled).to.deep.equal([])
  })

  it('keeps what a hook has set meanwhile', async () => {
    @Controller('/articles/:id')
    class Reads {
      @Get()
      async read(request: Request) {
        const pending = TheArticle.of(request)
        TheArticle.set(request, { id: 1, title: 'set' })
        await pending
        return TheArticle.of(request).title
      }
    }
    @Module({ providers: [Articles], decorateRequest: [fromArticles], controllers: [Reads] })
    class Root {}
    expect((await askOnce(Root, 'GET /articles/7')).text).to.equal('set')
  })

  it('may be made of another one, and of values of the reply', async () => {
    const Status = replyValue<number>('status')
    @Controller('/articles/:id')
    class Reads {
      @Get()
      read(@Inject(TheTitle) title: string, @Inject(Status) status: number) {
        return `${title} ${status}`
      }
    }
    @Module({
      providers: [Articles],
      decorateRequest: [
        fromArticles,
        TheTitle.from((_request, article, status) => `${article.title}!${status}`, { inject: [TheArticle, Status] }),
      ],
      decorateReply: [
        Status.from(async (reply, articles) => reply.statusCode + articles.calls, { inject: [Articles] }),
      ],
      controllers: [Reads],
    })
    class Root {}
    expect((await askOnce(Root, 'GET /articles/7')).text).to.equal('Emma!201 201')
  })

  it('waits with a handler that answers by the reply later', async () => {
    @Controller('/articles/:id')
    class Reads {
      @Get()
      read(@Inject(TheArticle) article: Article, @Rep() reply: Reply) {
        setTimeout(() => reply.send(article.title), 2)
      }
    }
    @Module({ providers: [Articles], decorateRequest: [fromArticles], controllers: [Reads] })
    class Root {}
    expect((await askOnce(Root, 'GET /articles/7')).text).to.equal('Emma')
  })

  it('answers empty where a handler without the reply returns nothing', async () => {
    @Controller('/articles/:id')
    class Reads {
      @Get()
      read(@Inject(TheArticle) _article: Article) {}
    }
    @Module({ providers: [Articles], decorateRequest: [fromArticles], controllers: [Reads] })
    class Root {}
    const answer = await askOnce(Root, 'GET /articles/7')
    expect([answer.status, answer.text]).to.deep.equal([200, ''])
  })

  it('leaves synchronous values synchronous', async () => {
    const order: string[] = []
    @Controller()
    class Reads {
      @Get('/now')
      read(@Inject(TheTitle) title: string) {
        order.push('handler')
        return title
      }
    }
    @Module({ decorateRequest: [TheTitle.from(() => 'now')], controllers: [Reads] })
    class Root {
      @Hook('preHandler')
      before() {
        queueMicrotask(() => order.push('microtask'))
      }
    }
    expect((await askOnce(Root, 'GET /now')).text).to.equal('now')
    expect(order).to.deep.equal(['handler', 'microtask'])
  })
})
