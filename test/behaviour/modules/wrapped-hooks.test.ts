import {
  answer,
  bootstrap,
  type CanActivate,
  Controller,
  Get,
  Guard,
  Hook,
  type HookName,
  Injectable,
  Module,
  type Reply,
  type Request,
  Use,
} from 'alcove'
import { pluginWrapper } from 'alcove/core'
import { expect } from 'chai'
import { ask, type RootModule } from './app.js'

// biome-ignore lint/suspicious/noExplicitAny: the plugin takes the server apart, as tracing does
type Loose = any

const names: readonly string[] = ['onRequest', 'preHandler', 'preSerialization', 'onSend', 'onResponse', 'onError']

/** Wraps hooks as tracing does: the wrapper takes `...args` and gives back whatever the hook gives. */
function tracing(seen: string[]) {
  const wrap = (fn: Loose) =>
    function wrapped(this: unknown, ...args: unknown[]) {
      seen.push(fn.name)
      return fn.apply(this, args)
    }
  return pluginWrapper(
    (instance: Loose, _options: object, done: () => void) => {
      const { addHook } = instance
      instance.addHook('onRoute', (route: Loose) => {
        for (const name of names) if (route[name] !== undefined) route[name] = [route[name]].flat().map(wrap)
      })
      instance.addHook = function (this: unknown, name: HookName, fn: Loose) {
        return addHook.call(this, name, names.includes(name) ? wrap(fn) : fn)
      }
      done()
    },
    { name: 'tracing' },
  )
}

describe('hooks of classes behind a plugin that wraps hooks', () => {
  async function askTraced(Root: RootModule, line: string) {
    const app = bootstrap(Root)
    const answer = await ask(app, line)
    await new Promise((resolve) => setImmediate(resolve))
    await app.close()
    return answer
  }

  it('answer in each form, on module, controller and method, in their order', async () => {
    const seen: string[] = []
    const ran: string[] = []
    @Injectable()
    class Open implements CanActivate {
      canActivate() {
        ran.push('guard')
        return true
      }
    }
    @Guard(Open)
    @Use('preHandler', function useController() {
      ran.push('use controller')
    })
    @Controller()
    class Things {
      @Hook('onRequest')
      ofController(_request: Request) {
        ran.push('controller')
      }

      @Hook('preSerialization')
      wrap(_request: Request, _reply: Reply, payload: unknown) {
        return { payload }
      }

      @Use('preHandler', async () => {
        await null
        ran.push('use method')
      })
      @Get('/')
      read() {
        return { a: 1 }
      }
    }
    @Use('onRequest', function useModule(_request, _reply) {
      ran.push('use module')
    })
    @Module({ plugins: [tracing(seen)], controllers: [Things] })
    class Root {
      @Hook('onRequest')
      sync() {
        ran.push('sync')
      }

      @Hook('onRequest')
      async later() {
        await null
        ran.push('async')
      }

      @Hook('onRequest')
      callback(_request: Request, _reply: Reply, done: () => void) {
        setImmediate(() => {
          ran.push('callback')
          done()
        })
      }

      @Hook('onSend')
      stamp(_request: Request, reply: Reply, payload: unknown) {
        reply.header('x-stamp', '1')
        return payload
      }

      @Hook('onResponse')
      end() {
        ran.push('end')
      }
    }
    const answer = await askTraced(Root, 'GET /')
    expect(answer.status).to.equal(200)
    expect(answer.body).to.deep.equal({ payload: { a: 1 } })
    expect(answer.headers['x-stamp']).to.equal('1')
    expect(ran).to.deep.equal([
      'use module',
      'sync',
      'async',
      'callback',
      'controller',
      'guard',
      'use controller',
      'use method',
      'end',
    ])
    expect(seen).to.include.members(['useModule', 'Root.sync', 'Root.later', 'Things.ofController', 'useController'])
  })

  for (const [how, fail] of Object.entries({
    'throws an error': () => {
      throw Object.assign(new Error('planned'), { statusCode: 403 })
    },
    'throws nothing': () => {
      throw undefined
    },
    'rejects with an error': () => Promise.reject(Object.assign(new Error('planned'), { statusCode: 403 })),
    'rejects with an empty text': () => Promise.reject(''),
  })) {
    it(`keep the handler from running when one ${how}`, async () => {
      let handled = false
      @Controller()
      class Things {
        @Get('/')
        read() {
          handled = true
        }
      }
      @Module({ plugins: [tracing([])], controllers: [Things] })
      class Root {
        @Hook('preHandler')
        check() {
          return fail()
        }
      }
      const { status } = await askTraced(Root, 'GET /')
      expect(status).to.equal(how.endsWith('error') ? 403 : 500)
      expect(handled).to.equal(false)
    })
  }

  it('may answer early', async () => {
    @Controller()
    class Things {
      @Get('/')
      read() {
        return 'never'
      }
    }
    @Module({ plugins: [tracing([])], controllers: [Things] })
    class Root {
      @Hook('preHandler')
      check(_request: Request, reply: Reply) {
        return reply.code(401).send('early')
      }
    }
    const answer = await askTraced(Root, 'GET /')
    expect([answer.status, answer.body]).to.deep.equal([401, 'early'])
  })

  const wrappers: Record<string, (fn: Loose) => Loose> = {
    'passes on an error only': (fn) => (request: Request, reply: Reply, done: (error?: Error) => void) =>
      fn(request, reply, (error?: Error) => done(error)),
    'is async and returns nothing': (fn) => async (request: Request, reply: Reply) => {
      await fn(request, reply)
    },
  }
  const deny = () => answer(401, 'denied')
  const denyLater = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return answer(401, 'denied')
  }

  for (const [how, wrap] of Object.entries(wrappers)) {
    for (const check of [deny, denyLater]) {
      /** The status of a route behind one check, and whether the handler ran. */
      async function statusBehind(on: 'hook' | 'use' | 'guard'): Promise<[number, boolean]> {
        let handled = false
        const plugin = pluginWrapper((instance: Loose, _options: object, done: () => void) => {
          const { addHook } = instance
          instance.addHook = function (this: unknown, name: HookName, fn: Loose) {
            return addHook.call(this, name, name === 'preHandler' || name === 'preValidation' ? wrap(fn) : fn)
          }
          instance.addHook('onRoute', (route: Loose) => {
            if (route.preHandler !== undefined) route.preHandler = [route.preHandler].flat().map(wrap)
          })
          done()
        })
        const nothing = () => {}
        @Controller()
        class Things {
          @Use('preHandler', on === 'use' ? check : nothing)
          @Get('/')
          read() {
            handled = true
          }
        }
        @Guard(on === 'guard' ? (check as Loose) : () => true) // the type lets guards throw answers only
        @Module({ plugins: [plugin], controllers: [Things] })
        class Root {
          @Hook('preHandler')
          check() {
            return on === 'hook' ? check() : undefined
          }
        }
        const { status } = await askTraced(Root, 'GET /')
        return [status, handled]
      }

      for (const on of ['hook', 'use', 'guard'] as const) {
        it(`keep the handler from running when a ${on} returns ${check === deny ? 'an answer' : 'a promise of an answer'} and the wrapper ${how}`, async () => {
          expect(await statusBehind(on)).to.deep.equal([401, false])
        })
      }
    }
  }
})
