import { setTimeout as wait } from 'node:timers/promises'
import { bootstrap, Controller, Get, Guard, Hook, Module, type Reply, type Request } from 'alcove'
import { pluginWrapper } from 'alcove/core'
import { expect } from 'chai'
import { ask } from './app.js'

// biome-ignore lint/suspicious/noExplicitAny: a plugin wraps functions of any type
type Fn = (...args: any[]) => any

/** Wrappers that pass on all arguments and the result. They differ in the parameters that they declare. */
const wrappers: Readonly<Record<string, (fn: Fn) => Fn>> = {
  '(...args)':
    (fn) =>
    (...args) =>
      fn(...args),
  '(first, ...rest)':
    (fn) =>
    (first, ...rest) =>
      fn(first, ...rest),
  '(first, second, ...rest)':
    (fn) =>
    (first, second, ...rest) =>
      fn(first, second, ...rest),
  'async (...args)':
    (fn) =>
    async (...args) =>
      fn(...args),
  arguments: (fn) =>
    function (this: unknown) {
      // biome-ignore lint/complexity/noArguments: such a wrapper is the subject
      return Reflect.apply(fn, this, arguments)
    },
  'a bound function': (fn) => ((wrapped: Fn, ...args: unknown[]) => wrapped(...args)).bind(null, fn),
}

/** A plugin that wraps each later hook. */
function wrapping(wrap: (fn: Fn) => Fn) {
  return pluginWrapper(
    async (instance: { addHook: Fn }) => {
      const { addHook } = instance
      instance.addHook = function (this: unknown, name: string, fn: Fn) {
        return addHook.call(this, name, wrap(fn))
      }
    },
    { name: 'wrapping' },
  )
}

describe('hooks and guards of classes that wait are awaited behind a plugin that wraps hooks', () => {
  for (const [form, wrap] of Object.entries(wrappers))
    it(`by ${form}`, async () => {
      const steps: string[] = []
      @Controller()
      class Things {
        @Get('/')
        read() {
          steps.push('handler')
          return { a: 1 }
        }
      }
      @Guard(async ({ headers }) => {
        await wait(5)
        return headers['x-key'] === 'secret'
      })
      @Module({ plugins: [wrapping(wrap)], controllers: [Things] })
      class Root {
        @Hook('onReady') async ready() {
          await wait(5)
          steps.push('onReady')
        }

        @Hook('onRequest') async first(_request: Request) {
          await wait(5)
          steps.push('onRequest')
        }

        @Hook('onSend') async stamp(_request: Request, reply: Reply) {
          await wait(5)
          reply.header('x-stamp', '1')
        }

        @Hook('onClose') async end() {
          await wait(5)
          steps.push('onClose')
        }
      }
      const app = bootstrap(Root)
      await app.ready()
      steps.push('ready')
      expect((await ask(app, 'GET /')).status).to.equal(403)
      const { statusCode, headers } = await app.inject({ url: '/', headers: { 'x-key': 'secret' } })
      expect([statusCode, headers['x-stamp']]).to.deep.equal([200, '1'])
      await app.close()
      steps.push('closed')
      expect(steps).to.deep.equal(['onReady', 'ready', 'onRequest', 'onRequest', 'handler', 'onClose', 'closed'])
    })
})
