import { httpErrors } from '@fastify/sensible'
import { Controller, Get, Module, Param, Schema } from 'alcove'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { ask, type BootstrapOptions, type RootModule, withApp } from './app.js'
import { DatabaseError, Fails, fail, secret, silent } from './withheld.js'

/** The log of the module, and its answers to the lines. */
async function logged(Root: RootModule, lines: readonly string[], options: BootstrapOptions = {}) {
  const written: Record<string, unknown>[] = []
  const stream = { write: (line: string) => void written.push(JSON.parse(line)) }
  const answers = await withApp(
    Root,
    async (app) => {
      const all = []
      for (const line of lines) all.push(await ask(app, line))
      return all
    },
    { logger: { stream }, ...options },
  )
  return { answers, errors: written.filter(({ level }) => level === 50) }
}

/** The text that a function writes to standard error. */
async function onStandardError(run: () => Promise<unknown>): Promise<string> {
  const { write } = process.stderr
  let text = ''
  process.stderr.write = (chunk: unknown) => {
    text += String(chunk)
    return true
  }
  try {
    await run()
  } finally {
    process.stderr.write = write
  }
  return text
}

describe('an error that is withheld', () => {
  it('is logged in full, with the id of the request and the route', async () => {
    @Controller('/users')
    class Users {
      @Get('/:id')
      read() {
        fail()
      }
    }
    @Module({ controllers: [Users] })
    class Root {}
    const { answers, errors } = await logged(Root, ['GET /users/7'])
    expect(answers[0]?.text).to.equal(silent)
    expect(errors).to.have.length(1)
    expect(errors[0]).to.deep.include({ msg: secret, reqId: 'req-1', route: '/users/:id' })
    expect(errors[0]?.err).to.deep.include({ code: '23505', detail: new DatabaseError('').detail })
    expect(JSON.stringify(errors[0]?.err)).to.contain('withheld.')
  })

  it('is logged where disableRequestLogging leaves out the lines about requests', async () => {
    @Module({ controllers: [Fails] })
    class Root {}
    const { errors } = await logged(Root, ['GET /'], { disableRequestLogging: true })
    expect(errors.map(({ msg, route }) => [msg, route])).to.deep.equal([[secret, '/']])
  })
})

describe('an application without a log', () => {
  @Controller('/users')
  class Users {
    @Get('/:id')
    read() {
      fail()
    }
    @Get('/:id/known')
    known() {
      throw httpErrors.serviceUnavailable('back at noon')
    }
    @Get('/misfit')
    @Schema({ response: { 200: { type: 'object', required: ['age'], properties: { age: { type: 'integer' } } } } })
    misfit() {
      return {} as { age: number }
    }
  }
  @Module({ controllers: [Users] })
  class Root {}

  @Controller()
  class RepeatsNames {
    @Get('/:name')
    read(@Param('name') name: string) {
      throw new Error(`no ${name}`)
    }
  }
  @Module({ controllers: [RepeatsNames] })
  class Repeats {}

  it('writes an error that it withholds to standard error', async () => {
    const text = await onStandardError(async () => {
      await using app = await createTestApp(Root)
      await app.inject('/users/7')
    })
    expect(text).to.match(/^GET \/users\/:id failed \(request req-1\): DatabaseError: duplicate key/)
    expect(text).to.contain('withheld.').and.contain("code: '23505'")
  })

  it('writes the details of an error of alcove itself', async () => {
    const text = await onStandardError(() =>
      withApp(Root, (app) => ask(app, 'GET /users/misfit'), { logger: undefined }),
    )
    expect(text).to.contain('ALC_ERR_SERIALIZATION').and.contain('age')
  })

  it('writes the fix of a payload that cannot be sent, because its answer has only the type', async () => {
    @Controller('/numbers')
    class Numbers {
      @Get()
      async *list() {
        yield 1
      }
    }
    @Module({ controllers: [Numbers] })
    class Lists {}
    const text = await onStandardError(() => withApp(Lists, (app) => ask(app, 'GET /numbers'), { logger: undefined }))
    expect(text).to.match(/^GET \/numbers failed \(request req-1\): FastifyError/)
    expect(text).to.contain('For server-sent events, write @Events() above the method')
  })

  it('escapes control characters of clients, so that they do not move the cursor of a terminal', async () => {
    const text = await onStandardError(async () => {
      await using app = await createTestApp(Repeats, { requestIdHeader: 'x-request-id' })
      await app.inject({ url: '/%1b%5b31m%0d%c2%9b2J%e2%80%ae', headers: { 'x-request-id': '\u009b2J' } })
    })
    expect(text).to.match(/^GET \/:name failed \(request \\x9b2J\): Error: no \\x1b\[31m\\x0d\\x9b2J\\u202e\n/)
    expect(text).to.match(/^[\n\x20-\x7e]*$/)
  })

  it('indents the further lines of an error, so that no client can write a line of the log', async () => {
    const text = await onStandardError(async () => {
      await using app = await createTestApp(Repeats)
      await app.inject('/x%0aGET%20%2fadmin%20failed')
    })
    expect(text).to.contain('\n  GET /admin failed\n')
    expect(text.split('\n').filter((line) => /^\S/.test(line))).to.have.length(1)
  })

  it('writes nothing for errors whose message is answered', async () => {
    const text = await onStandardError(async () => {
      await using app = await createTestApp(Root)
      await app.inject('/users/7/known')
      await app.inject('/nowhere')
    })
    expect(text).to.equal('')
  })

  it('writes nothing with logger: false, or with exposeServerErrors: true', async () => {
    const text = await onStandardError(async () => {
      for (const options of [{ logger: false }, { exposeServerErrors: true }]) {
        await using app = await createTestApp(Root, options)
        await app.inject('/users/7')
      }
    })
    expect(text).to.equal('')
  })
})
