import { expect } from 'chai'
import { failureOf, serializerEngine, useServers } from './subject.js'

/** For the rules that fast-json-stringify breaks, as the guide lists them. */
const itIfNative = serializerEngine === 'native' ? it : it.skip

describe('SPEC 4.3 what alcove does where the bare fast-json-stringify does not', () => {
  const create = useServers()

  async function send(schema: object, payload: unknown) {
    const server = create()
    server.get('/', { schema: { response: { 200: schema } } }, async () => payload)
    return server.inject('/')
  }

  async function sent(schema: object, payload: unknown): Promise<string> {
    const answer = await send(schema, payload)
    expect(answer.statusCode, answer.body).to.equal(200)
    return answer.body
  }

  const Tree = {
    type: 'object',
    properties: { name: { type: 'string' }, left: { $ref: '#' }, next: { anyOf: [{ type: 'null' }, { $ref: '#' }] } },
  }
  const Untyped = { properties: { name: { type: 'string' } } }

  for (const misfit of ['text', 12, true, ['text']]) {
    it(`answers 500 to ${JSON.stringify(misfit)} for an object in a schema that contains itself`, async () => {
      for (const payload of [
        { left: misfit },
        { left: { left: misfit } },
        { next: misfit },
        { next: { left: misfit } },
      ]) {
        const answer = await send(Tree, payload)
        expect([answer.statusCode, answer.json().code]).to.deep.equal([500, 'ALC_ERR_SERIALIZATION'])
      }
    })

    it(`answers 500 to ${JSON.stringify(misfit)} for an object whose schema has properties and no type`, async () => {
      const answer = await send({ type: 'object', properties: { value: Untyped } }, { value: misfit })
      expect([answer.statusCode, answer.json().code]).to.deep.equal([500, 'ALC_ERR_SERIALIZATION'])
    })
  }

  it('sends trees of any shape', async () => {
    const tree = { name: 'a', left: { name: 'b', next: { name: 'c', next: null } }, next: null }
    expect(await sent(Tree, { ...tree, secret: 's' })).to.equal(JSON.stringify(tree))
  })

  const texts = ['plain', 'with "quotes"', 'with\nbreaks', 'Ümläute', '漢字', '😀', 'half \ud83d', '']
  const many = Array.from({ length: 100 }, (_, index) => `${texts[index % texts.length]} ${index}`)

  it('sends a list of strings of any length as JSON.stringify writes it', async () => {
    for (const length of [0, 1, 31, 32, 33, 100]) {
      const list = many.slice(0, length)
      expect(await sent({ type: 'array', items: { type: 'string' } }, list)).to.equal(JSON.stringify(list))
    }
  })

  it('converts each value of a long list of strings', async () => {
    for (const [value, text] of [
      [7, '7'],
      [null, ''],
      [true, 'true'],
      [new Date(0), '1970-01-01T00:00:00.000Z'],
    ]) {
      const body = await sent({ type: 'array', items: { type: 'string' } }, [...many, value, ...many])
      expect(JSON.parse(body)).to.deep.equal(JSON.parse(JSON.stringify([...many, text, ...many])))
    }
  })

  it('sends only strings for a long list of strings that returns an object when it is read again', async () => {
    let reads = 0
    const list = new Proxy(many, {
      get: (target, key) => (key === '50' && reads++ > 0 ? { secret: 's' } : Reflect.get(target, key)),
    })
    const body: unknown[] = JSON.parse(await sent({ type: 'array', items: { type: 'string' } }, list))
    expect(body.filter((value) => typeof value !== 'string')).to.deep.equal([])
  })

  itIfNative('chooses branches of a chain in time that grows with its length, not with its square', async () => {
    let reads = 0
    let chain: object | null = null
    for (let length = 0; length < 400; length++) {
      const next: object | null = chain
      chain = {
        get name() {
          reads++
          return 'a'
        },
        next,
      }
    }
    await sent(Tree, chain)
    expect(reads).to.be.below(400 * 4)
  })

  for (const [what, collection] of [
    ['Map', new Map([['a', 1]])],
    ['Set', new Set([1])],
  ] as const) {
    it(`answers 500 to a ${what} for an object, and logs the value to return instead`, async () => {
      const lines: string[] = []
      const stream = { write: (line: string) => void lines.push(line) }
      const server = create({ logger: { stream } })
      const response = { 200: { type: 'object', additionalProperties: { type: 'integer' } } }
      server.get('/', { schema: { response } }, async () => collection)
      const answer = await server.inject('/')
      expect([answer.statusCode, answer.json().code]).to.deep.equal([500, 'ALC_ERR_SERIALIZATION'])
      expect(lines.join('')).to.contain(what === 'Map' ? 'Object.fromEntries(map)' : '[...set]')
    })
  }

  it('sends what a Map has as properties, where they are declared', async () => {
    expect(await sent({ type: 'object', properties: { size: { type: 'integer' } } }, new Map([['a', 1]]))).to.equal(
      '{"size":1}',
    )
  })

  itIfNative('sends items of a tuple with any schema, and checks those that have a type', async () => {
    const Pair = {
      type: 'array',
      items: [{ enum: ['x', 1] }, { type: 'object', properties: { a: { type: 'integer' } } }],
    }
    class Own {
      a = 1
      b = 2
    }
    expect(await sent(Pair, ['x', new Own()])).to.equal('["x",{"a":1}]')
    expect((await send(Pair, ['x', 'text'])).statusCode).to.equal(500)
    expect((await send(Pair, ['x', {}, 'more'])).statusCode).to.equal(500)
  })

  itIfNative('sends further items of a tuple by their schema', async () => {
    const List = { type: 'array', items: [{ type: 'string' }], additionalItems: { properties: { a: {} } } }
    expect(await sent(List, ['x', { a: 1, secret: 's' }])).to.equal('["x",{"a":1}]')
  })

  itIfNative('asks each condition of allOf', async () => {
    const when = (kind: string, name: string) => ({
      if: { properties: { kind: { const: kind } } },
      then: { properties: { [name]: { type: 'string' } } },
    })
    const schema = { type: 'object', properties: { kind: {} }, allOf: [when('a', 'x'), when('b', 'y'), when('b', 'z')] }
    expect(await sent(schema, { kind: 'b', x: 'x', y: 'y', z: 'z' })).to.equal('{"kind":"b","y":"y","z":"z"}')
  })

  itIfNative('hides within a property that one part of allOf declares and another closes', async () => {
    const schema = {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
        { type: 'object', properties: { b: { type: 'object', properties: { c: {} } } } },
      ],
    }
    expect(await sent(schema, { a: 'a', b: { c: 1, secret: 's' }, other: 'o' })).to.equal('{"a":"a","b":{"c":1}}')
  })

  itIfNative('applies both schemas that allOf refers to for one property', async () => {
    const definitions = { one: { properties: { a: {} } }, two: { properties: { b: {} } } }
    const part = (name: string) => ({ properties: { value: { $ref: `#/definitions/${name}` } } })
    const schema = { definitions, type: 'object', allOf: [part('one'), part('two')] }
    expect(await sent(schema, { value: { a: 1, b: 2, secret: 's' } })).to.equal('{"value":{"a":1,"b":2}}')
  })

  itIfNative('takes an integer for a number, where allOf asks for both', async () => {
    expect(
      await sent(
        { type: 'object', properties: { n: { allOf: [{ type: 'number' }, { type: 'integer' }] } } },
        { n: 1.5 },
      ),
    ).to.equal('{"n":1}')
  })

  it('refuses more than 4096 combinations of branches at boot', async () => {
    const choice = (name: string) => ({ anyOf: [{ required: [name] }, { properties: { [name]: {} } }] })
    const allOf = Array.from({ length: 13 }, (_, number) => choice(`p${number}`))
    const server = create()
    server.get('/where', { schema: { response: { 200: { type: 'object', allOf } } } }, async () => ({}))
    const error = await failureOf(server.ready())
    expect(error.code).to.equal('FST_ERR_SCH_SERIALIZATION_BUILD')
    expect(error.message).to.contain('GET /where').and.contain('4096').and.contain('at "/allOf/12"')
  })

  it('boots with branches that are nested 20 levels deep, and writes the one that holds', async () => {
    let schema: object = { type: 'object', properties: { last: { type: 'integer' } } }
    for (let level = 20; level > 0; level--) {
      const own = { type: 'object', properties: { [`p${level}`]: { type: 'integer' } } }
      schema = {
        if: { required: [`p${level}`] },
        then: own,
        else: { anyOf: [{ ...own, required: [`p${level}`] }, schema] },
      }
    }
    expect(await sent(schema, { p20: 7, secret: 1 })).to.equal('{"p20":7}')
    expect(await sent(schema, { last: 7, secret: 1 })).to.equal('{"last":7}')
  })

  it('converts to the type of a list of one where schemas are merged, as the library does', async () => {
    expect(await sent({ allOf: [{ type: ['integer'] }, { minimum: 0 }] }, '7')).to.equal('7')
  })

  /** Conditions of which each adds a text. */
  function conditions(count: number, conditionOf: (number: number) => object): object {
    const allOf = Array.from({ length: count }, (_, number) => {
      return { if: conditionOf(number), then: { properties: { [`text${number}`]: { type: 'string' } } } }
    })
    return { type: 'object', properties: { kind: { type: 'string' } }, allOf }
  }

  itIfNative('takes many conditions about one property, of which one can hold', async () => {
    const schema = conditions(40, (number) => ({ properties: { kind: { const: `k${number}` } }, required: ['kind'] }))
    expect(await sent(schema, { kind: 'k7', text7: 1, text8: 2 })).to.equal('{"kind":"k7","text7":"1"}')
    expect(await sent(schema, { kind: 'other', text7: 1 })).to.equal('{"kind":"other"}')
    const twice = { ...schema, if: { properties: { kind: { const: 'k7' } } }, then: { properties: { more: {} } } }
    expect(await sent(twice, { kind: 'k7', text7: 1, more: 2 })).to.equal('{"kind":"k7","more":2,"text7":"1"}')
    expect(await sent(twice, { kind: 'k8', text8: 1, more: 2 })).to.equal('{"kind":"k8","text8":"1"}')
  })

  itIfNative('takes one property with a type for each condition, of which one can hold', async () => {
    const clauses = [{ type: 'string' }, { type: 'integer' }, { type: 'array', items: { type: 'string' } }]
    const allOf = clauses.map((value, number) => {
      return { if: { properties: { kind: { const: number } }, required: ['kind'] }, then: { properties: { value } } }
    })
    const schema = { type: 'object', properties: { kind: { type: 'integer' } }, allOf }
    expect(await sent(schema, { kind: 0, value: 5 })).to.equal('{"kind":0,"value":"5"}')
    expect(await sent(schema, { kind: 1, value: '5' })).to.equal('{"kind":1,"value":5}')
    expect(await sent(schema, { kind: 2, value: [5] })).to.equal('{"kind":2,"value":["5"]}')
    expect(await sent(schema, { kind: 3, value: 5 })).to.equal('{"kind":3}')
  })

  it('fails the boot for more than 4096 combinations of branches, and names the place', async () => {
    const server = create()
    const schema = conditions(13, (number) => ({ required: [`text${number}`] }))
    server.get('/', { schema: { response: { 200: schema } } }, () => ({}))
    const { message } = await failureOf(server.ready())
    expect(message).to.contain('at "/allOf/12", its branches combine in more than 4096 ways')
  })

  const wrong: Record<string, [schema: object, pointer: string]> = {
    'a const in a branch that is not JSON': [
      { anyOf: [{ properties: { a: { const: new Date(0) } } }, {}] },
      '/anyOf/0/properties/a/const',
    ],
    'a const that its type excludes': [
      { type: 'object', properties: { a: { type: 'null', const: 5 } } },
      '/properties/a',
    ],
    'enums that exclude each other': [{ allOf: [{ enum: ['a', 'b'] }, { enum: ['c'] }] }, '/allOf/1'],
    'formats that exclude each other': [
      { allOf: [{ type: 'string', format: 'date' }, { format: 'time' }] },
      '/allOf/1',
    ],
    'types that exclude each other': [{ allOf: [{ type: 'string' }, { type: 'array' }] }, '/allOf/1'],
    'types that exclude each other, for a property with a $ref': [
      {
        definitions: { name: { type: 'string' } },
        allOf: [{ properties: { a: { type: 'array' } } }, { properties: { a: { $ref: '#/definitions/name' } } }],
      },
      '/allOf/0/properties/a',
    ],
    'a pattern for names that cannot be read, in version 8': [
      { type: 'object', patternProperties: { '^[\\w-.]+$': {} } },
      '',
    ],
  }
  for (const [what, [schema, pointer]] of Object.entries(wrong)) {
    it(`fails the boot for ${what}, and names route and place`, async () => {
      const server = create({ validatorengine: { version: 8 } })
      server.get('/where', { schema: { response: { 200: schema } } }, async () => ({}))
      const error = await failureOf(server.ready())
      expect(error.code).to.equal('FST_ERR_SCH_SERIALIZATION_BUILD')
      expect(error.message).to.contain('GET /where').and.contain(`at "${pointer}"`)
    })
  }

  it('names the shared schema that holds what is wrong', async () => {
    const server = create()
    server.addSchema({ $id: 'status', type: 'object', properties: { code: { type: 'string', const: 5 } } })
    server.get(
      '/where',
      { schema: { response: { 200: { type: 'array', items: { $ref: 'status#' } } } } },
      async () => [],
    )
    const error = await failureOf(server.ready())
    expect(error.message).to.contain('by way of the shared schema "status"').and.contain('at "/properties/code"')
  })
})
