import { expect } from 'chai'
import fastifyPlugin from 'fastify-plugin'
import { type Loose, type Server, useServers } from './subject.js'

describe('SPEC 4.9 the illustrative routes', () => {
  const create = useServers()
  const read = (request: Loose) => ({ answer: request.answer, foo: request.foo, bar: request.bar })

  function subject(wrap: (plugin: Loose) => Loose): Server {
    const server = create()
    server.decorateRequest('answer', 42)
    server.register(async (authenticated) => {
      authenticated.addHook('onRequest', async (request, reply) => {
        if (request.headers.authorization !== 'Bearer KEY') return reply.code(401).send({ error: 'who are you' })
      })
      authenticated.route({ path: '/one', method: 'GET', handler: async (request) => read(request) })
    })
    server.register(async (open) => {
      open.decorateRequest('foo', 'foo')
      open.route({ path: '/two', method: 'GET', handler: async (request) => read(request) })
      open.register(
        wrap(async (grandchild: Server) => {
          grandchild.decorateRequest('bar', 'bar')
          grandchild.route({ path: '/three', method: 'GET', handler: async (request) => read(request) })
        }),
      )
    })
    return server
  }

  const headers = { authorization: 'Bearer KEY' }
  const bodyOf = async (server: Server, url: string) => (await server.inject({ url, headers })).json()

  it('/one sees what the root holds', async () => {
    expect(
      await bodyOf(
        subject((plugin) => plugin),
        '/one',
      ),
    ).to.deep.equal({ answer: 42 })
  })
  it('/two sees what the root and its own context hold', async () => {
    expect(
      await bodyOf(
        subject((plugin) => plugin),
        '/two',
      ),
    ).to.deep.equal({ answer: 42, foo: 'foo' })
  })
  it('/three sees what the root, the child and its own context hold', async () => {
    expect(
      await bodyOf(
        subject((plugin) => plugin),
        '/three',
      ),
    ).to.deep.equal({ answer: 42, foo: 'foo', bar: 'bar' })
  })
  it('/two sees bar when the grandchild is wrapped, and /three is unchanged', async () => {
    const server = subject(fastifyPlugin)
    expect(await bodyOf(server, '/two')).to.deep.equal({ answer: 42, foo: 'foo', bar: 'bar' })
    expect(await bodyOf(server, '/three')).to.deep.equal({ answer: 42, foo: 'foo', bar: 'bar' })
    expect(await bodyOf(server, '/one')).to.deep.equal({ answer: 42 })
  })
  it('only /one asks for the key', async () => {
    const server = subject((plugin) => plugin)
    expect((await server.inject('/one')).statusCode).to.equal(401)
    expect((await server.inject('/two')).statusCode).to.equal(200)
    expect((await server.inject('/three')).statusCode).to.equal(200)
  })
})

/** Kinds of values in a context. One function registers a mark there, and one checks whether a route sees it. */
const kinds: Record<
  string,
  { register(on: Server, mark: string): unknown; sees(answer: Loose, mark: string): boolean }
> = {
  'request decorations': {
    register: (on, mark) => on.decorateRequest(mark, 'request'),
    sees: (answer, mark) => answer.json().request[mark] === 'request',
  },
  'reply decorations': {
    register: (on, mark) => on.decorateReply(mark, 'reply'),
    sees: (answer, mark) => answer.json().reply[mark] === 'reply',
  },
  'instance decorations': {
    register: (on, mark) => on.decorate(mark, 'instance'),
    sees: (answer, mark) => answer.json().instance[mark] === 'instance',
  },
  hooks: {
    register: (on, mark) => on.addHook('onRequest', async (_request, reply) => void reply.header(`x-${mark}`, 'hook')),
    sees: (answer, mark) => answer.headers[`x-${mark}`] === 'hook',
  },
  'shared schemas': {
    register: (on, mark) => on.addSchema({ $id: mark, type: 'object' }),
    sees: (answer, mark) => answer.json().schemas.includes(mark),
  },
  'content type parsers': {
    register: (on, mark) => on.addContentTypeParser(`text/${mark}`, async () => 'parsed'),
    sees: (answer, mark) => answer.json().parsers.includes(mark),
  },
}

const marks = ['root', 'left', 'right', 'deep', 'wrapped']

async function reveal(this: Loose, request: Loose, reply: Loose) {
  const of = (object: Loose) => Object.fromEntries(marks.map((mark) => [mark, object[mark]]))
  return {
    request: of(request),
    reply: of(reply),
    instance: of(this),
    schemas: Object.keys(this.getSchemas()),
    parsers: marks.filter((mark) => this.hasContentTypeParser(`text/${mark}`)),
  }
}

describe('SPEC 4.10 the seven rules', () => {
  const create = useServers()

  for (const [kind, { register, sees }] of Object.entries(kinds)) {
    // root ─ left ─ deep, root ─ right ─ (wrapped); each registers its mark after its children were registered.
    function subject(): Server {
      const server = create()
      server.register(async (left) => {
        left.get('/left', reveal)
        left.register(async (deep) => {
          deep.get('/deep', reveal)
          register(deep, 'deep')
        })
        register(left, 'left')
      })
      server.register(async (right) => {
        right.get('/right', reveal)
        right.register(
          fastifyPlugin(async (wrapped: Loose) => {
            wrapped.get('/wrapped', reveal)
            register(wrapped, 'wrapped')
          }) as Loose,
        )
        register(right, 'right')
      })
      server.get('/root', reveal)
      register(server, 'root')
      return server
    }

    async function seen(path: string): Promise<string[]> {
      const answer = await subject().inject(path)
      expect(answer.statusCode).to.equal(200)
      return marks.filter((mark) => sees(answer, mark))
    }

    describe(kind, () => {
      it('rule 1: of the root are seen by all descendants', async () => {
        for (const path of ['/root', '/left', '/right', '/deep', '/wrapped'])
          expect(await seen(path)).to.include('root')
      })
      it('rule 2: of descendants and siblings are not seen', async () => {
        expect(await seen('/root')).to.deep.equal(['root'])
        expect(await seen('/left')).to.deep.equal(['root', 'left'])
        expect(await seen('/right')).to.deep.equal(['root', 'right', 'wrapped'])
      })
      it('rule 1: of the root are seen by a descendant that had loaded before', async () => {
        const server = create()
        await server.register(async (child) => void child.get('/child', reveal))
        register(server, 'root')
        expect(sees(await server.inject('/child'), 'root')).to.equal(true)
      })
      it('rule 3: of child and root are seen by the grandchild', async () => {
        expect(await seen('/deep')).to.deep.equal(['root', 'left', 'deep'])
      })
      it('rule 4: may be held by every context', async () => {
        expect(await seen('/left')).to.include('left')
        expect(await seen('/deep')).to.include('deep')
      })
      it('rule 6: of a wrapped plugin are seen in the containing context, and only there', async () => {
        expect(await seen('/right')).to.deep.equal(['root', 'right', 'wrapped'])
        expect(await seen('/wrapped')).to.deep.equal(['root', 'right', 'wrapped'])
        expect(await seen('/root')).to.not.include('wrapped')
      })
    })
  }

  it('rule 5: a plugin registered in one child context applies to its routes and those of descendants only', async () => {
    const server = create()
    const stamp = fastifyPlugin(async (instance: Loose) => {
      instance.addHook('onSend', async (_request: Loose, reply: Loose) => void reply.header('x-stamp', 'yes'))
    }) as Loose
    server.register(async (child) => {
      child.register(stamp)
      child.get('/child', async () => 'child')
      child.register(async (grandchild) => void grandchild.get('/grandchild', async () => 'grandchild'))
    })
    server.register(async (sibling) => void sibling.get('/sibling', async () => 'sibling'))
    server.get('/root', async () => 'root')
    const stampOf = async (url: string) => (await server.inject(url)).headers['x-stamp']
    expect(await stampOf('/child')).to.equal('yes')
    expect(await stampOf('/grandchild')).to.equal('yes')
    expect(await stampOf('/sibling')).to.equal(undefined)
    expect(await stampOf('/root')).to.equal(undefined)
  })

  it('rule 7: addSchema and getSchemas follow the same scoping', async () => {
    const server = create()
    server.register(async (child) => {
      child.addSchema({ $id: 'mine', type: 'object' })
      child.get('/child', async () => Object.keys(child.getSchemas()))
    })
    server.get('/root', async () => Object.keys(server.getSchemas()))
    expect((await server.inject('/child')).json()).to.deep.equal(['mine'])
    expect((await server.inject('/root')).json()).to.deep.equal([])
  })
})
