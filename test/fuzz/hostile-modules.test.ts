import {
  Around,
  answer,
  bootstrap,
  Controller,
  Get,
  Guard,
  Inject,
  Module,
  paramOf,
  provide,
  requestValue,
  token,
} from 'alcove'
import { expect } from 'chai'
import { exchange, statusOf } from '../behaviour/core/socket.js'
import type { Loose } from '../behaviour/core/subject.js'
import { isWhole } from '../reliability/fault.js'
import { patience } from './bounds.js'
import { hostileValues } from './hostile-values.js'

type Make = () => unknown
type Give = (...given: Loose[]) => Loose

const Value = requestValue<unknown>('value')
const Awaited = token<unknown>('awaited')

/** A module whose only route meets what the application gives in one place. */
function moduleOf(members: object, decorate: (prototype: object, descriptor: PropertyDescriptor) => void): Loose {
  class One {
    read(...given: Loose[]): unknown {
      return given.length
    }
  }
  const descriptor = Object.getOwnPropertyDescriptor(One.prototype, 'read') as PropertyDescriptor // it has just been declared
  decorate(One.prototype, descriptor)
  Get('/fault')(One.prototype, 'read', descriptor as Loose)
  Controller()(One)
  class AppModule {}
  Module({ controllers: [One], ...members } as Loose)(AppModule)
  return AppModule
}

const handling = (handle: Give) =>
  moduleOf({}, (prototype, descriptor) => {
    descriptor.value = handle
    Object.defineProperty(prototype, 'read', descriptor)
  })
const method = (decorator: Loose) => (give: Give) =>
  moduleOf({}, (prototype, descriptor) => decorator(give)(prototype, 'read', descriptor))
const parameter = (decorator: Loose, members: object = {}) =>
  moduleOf(members, (prototype) => decorator(prototype, 'read', 0))

/** Where a value of a decorated application enters. */
const places: Readonly<Record<string, (give: Give) => Loose>> = {
  'a handler': handling,
  'the body of answer()': (give) => handling(() => answer(200, give())),
  'headers of answer()': (give) => handling(() => answer(200, 'x', { 'x-a': give() })),
  'the status of answer()': (give) => handling(() => answer(give(), 'x')),
  'a guard': method(Guard),
  'a function around': method(Around),
  'a function around, behind next': (give) =>
    method(Around)(async (_request: Loose, _reply: Loose, next: Loose) => {
      await next()
      return give()
    }),
  'a parameter of its own': (give) => parameter(paramOf(give)),
  'a value of the request': (give) => parameter(Inject(Value as Loose), { decorateRequest: [Value.from(give)] }),
  'an awaited provider': (give) =>
    parameter(Inject(Awaited as Loose), {
      providers: [provide(Awaited, { useAsync: async () => give(), scope: 'request' } as Loose)],
    }),
}

const ways: Readonly<Record<string, (make: Make) => Give>> = {
  throws: (make) => () => {
    throw make()
  },
  returns: (make) => () => make(),
  promises: (make) => async () => make(),
  'rejects with': (make) => async () => {
    throw make()
  },
}

describe('a hostile value of a decorated application', function () {
  this.timeout(patience)
  const uncaught: unknown[] = []
  const ends = ['uncaughtException', 'unhandledRejection'] as const
  const collect = (error: unknown) => void uncaught.push(error)
  let runners: [string, Loose][] = []

  // As in hostile-values.test.ts: mocha would only fail a test.
  before(() => {
    runners = ends.flatMap((name) =>
      process.listeners(name as 'uncaughtException').map((each): [string, Loose] => [name, each]),
    )
    for (const [name, listener] of runners) process.off(name, listener)
    for (const name of ends) process.on(name, collect)
  })
  after(() => {
    for (const name of ends) process.off(name, collect)
    for (const [name, listener] of runners) process.on(name, listener)
  })

  for (const [place, moduleFor] of Object.entries(places))
    for (const [way, give] of Object.entries(ways))
      it(`gets an answer, and the process lives: ${place} that ${way}`, async () => {
        let make: Make = () => null
        const options = { logger: { stream: { write: () => {} } }, handlerTimeout: 5000 }
        const app = bootstrap(moduleFor(give(() => make())), options as Loose)
        const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
        try {
          for (const [kind, value] of Object.entries(hostileValues)) {
            make = value
            uncaught.length = 0
            const text = await exchange(port, 'GET /fault HTTP/1.1', 'host: localhost', 'connection: close', '', '')
            expect(uncaught, kind).to.have.lengthOf(0)
            expect(statusOf(text), `${kind}: ${text.slice(0, 200)}`).to.be.within(200, 599)
            expect(isWhole(Buffer.from(text).toString('latin1')), `${kind}: ${text.slice(0, 300)}`).to.equal(true)
            expect(text.split('\r\n\r\n')[0], kind).not.to.match(/^x-injected/m)
          }
        } finally {
          await app.close()
        }
      })
})
