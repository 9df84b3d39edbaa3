import { Readable } from 'node:stream'
import { answer, Controller, Get, Rep, type Reply, Schema } from 'alcove'
import { expect } from 'chai'
import { map, of } from 'rxjs'
import { z } from 'zod'
import { ask, withApp } from './app.js'
import { seen, serving } from './seen.js'

/** Status, code, and whether the log names the fix. */
async function answerOf(Class: new () => object, url = '/') {
  const lines: string[] = []
  const logger = { stream: { write: (line: string) => void lines.push(line) } }
  const found = await withApp(serving(Class), (app) => ask(app, `GET ${url}`), { logger })
  return { found, log: lines.join('') }
}

async function* numbers() {
  yield 1
}

class Bag {
  *[Symbol.iterator]() {
    yield 1
  }
}

const collections: readonly (readonly [what: string, make: () => unknown, advice: string])[] = [
  ['a Map', () => new Map([['a', 1]]), 'Object.fromEntries(map)'],
  ['a Set', () => new Set([1]), '[...set]'],
  ['an async iterable', numbers, 'Readable.from(iterable)'],
  ['an iterable', () => new Bag(), '[...iterable]'],
  ['a Blob', () => new Blob(['a']), 'blob.stream(), or Buffer.from(await blob.arrayBuffer())'],
  ['an ArrayBuffer', () => new ArrayBuffer(1), 'Buffer.from(buffer)'],
  ['parameters of a URL', () => new URLSearchParams('a=1'), 'Object.fromEntries(iterable)'],
]

/** `send` reports these by another error: they have the method `pipe` of a stream. */
const observables: typeof collections = [
  ['an observable', () => of(1), 'firstValueFrom(observable)'],
  ['an observable of another one', () => of(1).pipe(map((value) => value)), 'firstValueFrom(observable)'],
]

describe('a value that JSON would make {} of', () => {
  for (const [what, make, advice] of collections) {
    it(`answers 500 with the advice in the log, and not {}: ${what}`, async () => {
      @Controller()
      class Plain {
        @Get() read() {
          return make()
        }
      }
      const { found, log } = await answerOf(Plain)
      expect(seen(found)).to.match(/^500 .*FST_ERR_REP_INVALID_PAYLOAD_TYPE/)
      expect(log).to.include(advice)
    })
  }

  for (const [what, make, advice] of [...collections, ...observables]) {
    it(`answers 500 without a schema at any depth: ${what}`, async () => {
      @Controller('/deep')
      class Deep {
        @Get() read() {
          return { none: {}, list: [{ deep: make() }] }
        }
      }
      const { found, log } = await answerOf(Deep, '/deep')
      expect(seen(found)).to.match(/^500 .*FST_ERR_REP_INVALID_PAYLOAD_TYPE/)
      expect(seen(found)).to.not.include(advice)
      expect(log)
        .to.include('The payload of GET /deep is an object.')
        .and.include('At \\"/list/0/deep\\": ')
        .and.include(advice)
    })

    it(`answers 500 where a response schema does not describe the value: ${what}`, async () => {
      @Controller()
      class Anything {
        @Get() @Schema({ response: { 200: { type: 'object', properties: { list: {} } } } }) read() {
          return { list: [{ deep: make() }] } as object
        }
      }
      const { found, log } = await answerOf(Anything)
      expect(seen(found)).to.match(/^500 .*ALC_ERR_SERIALIZATION/)
      expect(log).to.include(advice)
    })
  }

  for (const [what, make] of collections) {
    it(`answers 500 for an object with properties: ${what}`, async () => {
      @Controller()
      class Typed {
        @Get() @Schema({ response: { 200: { type: 'object', properties: { a: { type: 'integer' } } } } }) read() {
          return make() as object
        }
      }
      expect(seen((await answerOf(Typed)).found)).to.match(/^500 .*ALC_ERR_SERIALIZATION/)
    })
  }

  const underText: readonly (readonly [name: string, make: () => unknown, advice: string])[] = [
    ['Map', () => new Map([['a', 1]]), 'JSON.stringify([...value])'],
    ['Set', () => new Set([1]), 'JSON.stringify([...value])'],
    ['Generator', () => new Bag()[Symbol.iterator](), 'Readable.from(iterable)'],
    ['AsyncGenerator', numbers, 'Readable.from(iterable)'],
    ['Blob', () => new Blob(['a']), 'blob.stream(), or Buffer.from(await blob.arrayBuffer())'],
    ['ArrayBuffer', () => new ArrayBuffer(1), 'Buffer.from(buffer)'],
  ]
  for (const [name, make, advice] of underText) {
    it(`is named under the type of a text, with its fix in the log: ${name}`, async () => {
      @Controller()
      class Text {
        @Get() read(@Rep() reply: Reply) {
          reply.type('text/plain').send(make())
        }
      }
      const { found, log } = await answerOf(Text)
      expect(found.body).to.include({
        code: 'FST_ERR_REP_INVALID_PAYLOAD_TYPE',
        message: `Attempted to send payload of invalid type '${name}'. Expected a string or Buffer.`,
      })
      expect(log)
        .to.include(`The payload of GET / is a${/^A/.test(name) ? 'n' : ''} ${name}.`)
        .and.include(advice)
    })
  }

  it('does not show clients a name that the application chose', async () => {
    class Account {
      readonly [Symbol.toStringTag] = 'Secret'
    }
    @Controller()
    class Text {
      @Get() read(@Rep() reply: Reply) {
        reply.type('text/plain').send(new Account())
      }
    }
    const { found } = await answerOf(Text)
    expect(seen(found)).to.include("invalid type 'object'")
  })

  it('answers 500 for maps, sets and promises under a schema of zod', async () => {
    const bodies = [
      [z.map(z.string(), z.number()), () => new Map([['a', 1]])],
      [z.object({ tags: z.set(z.string()) }), () => ({ tags: new Set(['a']) })],
      [z.object({ later: z.any() }), () => ({ later: Promise.resolve(1) })],
    ] as const
    for (const [schema, make] of bodies) {
      @Controller()
      class Library {
        @Get() @Schema({ response: { 200: schema as never } }) read() {
          return make() as never
        }
      }
      expect(seen((await answerOf(Library)).found)).to.match(/^500 .*ALC_ERR_SERIALIZATION/)
    }
  })

  it('answers 500 for promises that were not awaited, and their rejections do not end the process', async () => {
    @Controller()
    class Forgetful {
      @Get() read() {
        return [
          { one: new Map() },
          { two: Promise.reject(new Error('two')) },
          { three: Promise.reject(new Error('three')) },
        ]
      }
    }
    expect(seen((await answerOf(Forgetful)).found)).to.match(/^500 .*FST_ERR_REP_INVALID_PAYLOAD_TYPE/)
    await new Promise((resolve) => setImmediate(resolve)) // mocha fails a test in which a rejection is unhandled
  })

  const whole: readonly (readonly [what: string, make: () => unknown, sent: string])[] = [
    ['an empty object', () => ({}), '{}'],
    ['an object without a prototype', () => Object.create(null), '{}'],
    ['an iterable with properties', () => Object.assign(new Bag(), { size: 1 }), '{"size":1}'],
    ['an iterable with toJSON', () => Object.assign(new Bag(), { toJSON: () => ({}) }), '{}'],
    ['an object of a class without properties', () => new (class {})(), '{}'],
    ['an empty object inside of another', () => ({ a: [{}], b: { c: {} } }), '{"a":[{}],"b":{"c":{}}}'],
    [
      'an iterable with toJSON inside of an object',
      () => ({ a: Object.assign(new Bag(), { toJSON: () => ({}) }) }),
      '{"a":{}}',
    ],
    ['a stream', () => Readable.from(['a', 'b']), 'ab'],
    ['what answer() gives', () => answer(200, {}), '{}'],
  ]
  for (const [what, make, sent] of whole) {
    it(`is not ${what}`, async () => {
      @Controller()
      class Plain {
        @Get() read() {
          return make()
        }
      }
      expect(seen((await answerOf(Plain)).found)).to.equal(`200 ${sent}`)
    })
  }
})
