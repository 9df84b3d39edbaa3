import { expect } from 'chai'
import { failureOf, type Loose, useServers } from './subject.js'

describe('SPEC 4.1 decorations', () => {
  const create = useServers()

  it('of the request are values and methods with the request as this', async () => {
    const server = create()
    server.decorateRequest('answer', 42)
    server.decorateRequest('describe', function (this: Loose) {
      return `${this.method} ${this.answer}`
    })
    server.get('/', async (request) => [request.answer, request.describe()])
    expect((await server.inject('/')).json()).to.deep.equal([42, 'GET 42'])
  })

  it('of the reply are values and methods with the reply as this', async () => {
    const server = create()
    server.decorateReply('mark', 'x')
    server.decorateReply('teapot', function (this: Loose) {
      return this.code(418).send(this.mark)
    })
    server.get('/', async (_request, reply) => reply.teapot())
    const answer = await server.inject('/')
    expect(answer.statusCode).to.equal(418)
    expect(answer.body).to.equal('x')
  })

  it('of the instance are values of any kind and methods', async () => {
    const server = create()
    const db = { find: () => 'found' }
    server.decorate('db', db)
    server.decorate('greet', function (this: Loose) {
      return `hello ${this.db.find()}`
    })
    expect(server.db).to.equal(db)
    expect(server.greet()).to.equal('hello found')
  })

  it('may be getters and setters', async () => {
    const server = create()
    server.decorate('shared', { getter: () => 'of the instance' })
    server.decorateRequest('holder')
    server.decorateRequest('user', {
      getter(this: Loose) {
        this.holder ??= { name: 'new' }
        return this.holder
      },
      setter(this: Loose, user: unknown) {
        this.holder = user
      },
    })
    server.get('/', async (request) => {
      const first = request.user.name
      request.user = { name: 'set' }
      return [first, request.user.name, server.shared]
    })
    expect((await server.inject('/')).json()).to.deep.equal(['new', 'set', 'of the instance'])
    expect((await server.inject('/')).json()[0]).to.equal('new')
  })

  it('changed in one request are fresh in the next', async () => {
    const server = create()
    server.decorateRequest('count', 0)
    server.decorateReply('count', 0)
    server.get('/', async (request, reply) => [++request.count, ++reply.count])
    await server.inject('/')
    expect((await server.inject('/')).json()).to.deep.equal([1, 1])
  })

  it('changed in two requests at once do not mix', async () => {
    const server = create()
    server.decorateRequest('user', '')
    server.addHook('onRequest', async (request) => {
      request.user = request.query.user
      await new Promise((resolve) => setImmediate(resolve))
    })
    server.get('/', async (request) => request.user)
    const answers = await Promise.all(['a', 'b', 'c'].map((user) => server.inject(`/?user=${user}`)))
    expect(answers.map((answer) => answer.body)).to.deep.equal(['a', 'b', 'c'])
  })

  it('of a child may replace those of an ancestor there and below', async () => {
    const server = create()
    server.decorateRequest('mark', 'root')
    server.decorateReply('mark', 'root')
    server.register(async (child) => {
      child.decorateRequest('mark', 'child')
      child.decorateReply('mark', 'child')
      child.get('/child', async (request, reply) => [request.mark, reply.mark])
      child.register(async (deep) => void deep.get('/deep', async (request, reply) => [request.mark, reply.mark]))
    })
    server.get('/root', async (request, reply) => [request.mark, reply.mark])
    expect((await server.inject('/child')).json()).to.deep.equal(['child', 'child'])
    expect((await server.inject('/deep')).json()).to.deep.equal(['child', 'child'])
    expect((await server.inject('/root')).json()).to.deep.equal(['root', 'root'])
  })

  it('are found by hasDecorator, hasRequestDecorator and hasReplyDecorator', async () => {
    const server = create()
    const seen: boolean[] = []
    server.decorate('a', 1)
    server.decorateRequest('b', 1)
    server.decorateReply('c', 1)
    server.register(async (child) => {
      child.decorate('own', 1)
      seen.push(
        child.hasDecorator('a'),
        child.hasRequestDecorator('b'),
        child.hasReplyDecorator('c'),
        child.hasDecorator('own'),
      )
    })
    await server.ready()
    expect(seen).to.deep.equal([true, true, true, true])
    expect(server.hasDecorator('own')).to.equal(false)
    expect(server.hasRequestDecorator('a')).to.equal(false)
  })

  it('are read by getDecorator and written by setDecorator', async () => {
    const server = create()
    server.decorate('a', 'instance')
    server.decorateRequest('b', 'request')
    server.decorateReply('c', function (this: Loose) {
      return this.statusCode
    })
    server.get('/', async (request, reply) => {
      request.setDecorator('b', 'set')
      return [server.getDecorator('a'), request.getDecorator('b'), reply.getDecorator('c')()]
    })
    expect((await server.inject('/')).json()).to.deep.equal(['instance', 'set', 200])
  })

  it('that are classes keep their static members in getDecorator', async () => {
    class Users {
      static find() {
        return 'ada'
      }
    }
    const server = create()
    server.decorate('Users', Users).decorateRequest('Users', Users).decorateReply('Users', Users)
    server.get('/', async (request, reply) => {
      return [server, request, reply].map((each: Loose) => each.getDecorator('Users').find())
    })
    expect((await server.inject('/')).json()).to.deep.equal(['ada', 'ada', 'ada'])
  })

  it('that were never declared are an error with a code', async () => {
    const server = create()
    expect((await failureOf(async () => server.getDecorator('none'))).code).to.equal('FST_ERR_DEC_UNDECLARED')
    server.get('/get', async (request) => request.getDecorator('none'))
    server.get('/set', async (request) => request.setDecorator('none', 1))
    for (const url of ['/get', '/set']) {
      expect((await server.inject(url)).json().code).to.equal('FST_ERR_DEC_UNDECLARED')
    }
  })

  describe('are refused', () => {
    for (const kind of ['decorate', 'decorateRequest', 'decorateReply']) {
      it(`twice under one name (${kind})`, async () => {
        const server = create()
        server[kind]('mark', 1)
        const error = await failureOf(async () => server[kind]('mark', 2))
        expect(error.code).to.equal('FST_ERR_DEC_ALREADY_PRESENT')
        expect(error.message).to.contain('mark')
      })

      it(`without the decorations that they depend on (${kind})`, async () => {
        const error = await failureOf(async () => create()[kind]('mark', 1, ['missing']))
        expect(error.code).to.equal('FST_ERR_DEC_MISSING_DEPENDENCY')
        expect(error.message).to.contain('missing')
      })

      it(`after boot (${kind})`, async () => {
        const server = create()
        await server.ready()
        const error = await failureOf(async () => server[kind]('late', 1))
        expect(error.code).to.equal('FST_ERR_DEC_AFTER_START')
      })

      it(`with dependencies that are not a list (${kind})`, async () => {
        const error = await failureOf(async () => create()[kind]('mark', 1, {}))
        expect(error.code).to.equal('FST_ERR_DEC_DEPENDENCY_INVALID_TYPE')
      })
    }

    for (const [kind, name] of [
      ['decorateReply', 'send'],
      ['decorateReply', 'then'],
      ['decorateRequest', 'getDecorator'],
    ] as const)
      it(`under the name of a method, unless the value is a function (${kind}: ${name})`, async () => {
        for (const value of [null, undefined, 1, 'text']) {
          const error = await failureOf(async () => create()[kind](name, value))
          expect(error.code).to.equal('FST_ERR_DEC_ALREADY_PRESENT')
          expect(error.message).to.contain(name)
        }
        create()[kind](name, () => undefined)
      })

    it('under the name of a member of the instance', async () => {
      const error = await failureOf(async () => create().decorate('register', 1))
      expect(error.code).to.equal('FST_ERR_DEC_ALREADY_PRESENT')
    })

    for (const kind of ['decorateRequest', 'decorateReply']) {
      for (const value of [{ a: 1 }, [], new Map()]) {
        it(`as ${value.constructor.name}, which all requests would share (${kind})`, async () => {
          const error = await failureOf(async () => create()[kind]('mark', value))
          expect(error.code).to.equal('FST_ERR_DEC_REFERENCE_TYPE')
        })
      }
    }
  })
})

describe('SPEC 4.1 the instance', () => {
  const create = useServers()

  it('has the version range that plugins of the ecosystem ask for, and knows its options', () => {
    const server = create({ bodyLimit: 77 })
    expect(server.version).to.match(/^5\.\d+\.\d+/)
    expect(server.initialConfig.bodyLimit).to.equal(77)
    expect(Object.isFrozen(server.initialConfig)).to.equal(true)
  })

  it('children are made of their parent', async () => {
    const server = create()
    let same = false
    server.register(async (child) => {
      same = Object.getPrototypeOf(child) === server
    })
    await server.ready()
    expect(same).to.equal(true)
  })

  it('lets plugins put symbols on it and overwrite its methods, in their context only', async () => {
    const server = create()
    const mark = Symbol('mark')
    const added: string[] = []
    server.register(async (child: Loose) => {
      child[mark] = true
      const get = child.get
      child.get = function (this: Loose, path: string, ...rest: Loose[]) {
        added.push(path)
        return get.call(this, path, ...rest)
      }
      child.get('/child', async () => 'child')
      child.register(async (deep: Loose) => void deep.get('/deep', async () => `${deep[mark]}`))
    })
    server.get('/root', async () => `${(server as Loose)[mark]}`)
    expect((await server.inject('/deep')).body).to.equal('true')
    expect((await server.inject('/root')).body).to.equal('undefined')
    expect(added).to.deep.equal(['/child', '/deep'])
  })

  it('publishes itself on the diagnostics channel of the ecosystem', async () => {
    const { channel } = await import('node:diagnostics_channel')
    const seen: unknown[] = []
    const listener = (message: Loose) => void seen.push(message.fastify)
    channel('fastify.initialization').subscribe(listener)
    const server = create()
    channel('fastify.initialization').unsubscribe(listener)
    expect(seen).to.deep.equal([server])
  })
})
