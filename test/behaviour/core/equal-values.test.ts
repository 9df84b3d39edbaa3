import { expect } from 'chai'
import { postJson, type Server, useServers, validators } from './subject.js'

/** Our own rules, and the library: a hook into the validator asks for it, and so do branches. */
const engines = [
  { engine: 'our own rules', options: {}, wrap: (schema: object) => schema },
  { engine: 'the library', options: { onCreate: () => {} }, wrap: (schema: object) => schema },
  { engine: 'in a branch', options: {}, wrap: (schema: object) => ({ allOf: [schema] }) },
] as const

for (const { version } of validators) {
  for (const { engine, options, wrap } of engines) {
    describe(`values are compared by version ${version}, ${engine},`, () => {
      const newServer = useServers()

      function serverFor(schema: object): Server {
        const server = newServer({ validatorengine: { version, ...options }, bodyLimit: 2_000_000 })
        server.post('/', { schema: { body: wrap(schema) } }, () => 'valid')
        return server
      }

      async function statusOf(schema: object, value: unknown): Promise<number> {
        const { statusCode } = await postJson(serverFor(schema), '/', value)
        return statusCode
      }

      const traps = ['toString', 'valueOf', 'constructor', 'hasOwnProperty', 'toJSON', 'then']

      for (const name of traps) {
        it(`uniqueItems takes objects with a key ${name} as data`, async () => {
          const schema = { type: 'array', uniqueItems: true }
          expect(await statusOf(schema, [{ [name]: 1 }, { [name]: 2 }])).to.equal(200)
          expect(await statusOf(schema, [{ [name]: { a: 1 } }, { [name]: { a: 1 } }])).to.equal(400)
        })

        it(`const and enum take objects with a key ${name} as data`, async () => {
          for (const schema of [{ const: { [name]: 1 } }, { enum: [{ [name]: 1 }, [1]] }]) {
            expect(await statusOf(schema, { [name]: 1 })).to.equal(200)
            expect(await statusOf(schema, { [name]: 2 })).to.equal(400)
            expect(await statusOf(schema, {})).to.equal(400)
          }
        })
      }

      it('enum takes two objects with a key toString', async () => {
        const schema = { enum: [{ toString: 1 }, { toString: 2 }] }
        expect(await statusOf(schema, { toString: 2 })).to.equal(200)
        expect(await statusOf(schema, { toString: 3 })).to.equal(400)
      })

      it('an object without a prototype is equal to one with the same keys', async () => {
        for (const schema of [{ const: { a: 1 } }, { enum: [{ a: 1 }] }, { not: { items: {}, uniqueItems: true } }]) {
          const server = serverFor(schema)
          const bare = Object.assign(Object.create(null), { a: 1 })
          server.addHook('preValidation', async (request) => {
            request.body = Array.isArray(request.body) ? [bare, { a: 1 }] : bare
          })
          expect((await postJson(server, '/', 'not' in schema ? [] : {})).statusCode).to.equal(200)
        }
      })

      it('the keys of an object are not counted for each value of an enum', async () => {
        const allowed = Array.from({ length: 100 }, (_, index) => ({ a: index }))
        for (const schema of [{ enum: allowed }, { const: { a: 1 } }]) {
          let counted = 0
          const server = serverFor(schema)
          server.addHook('preValidation', async (request) => {
            const ownKeys = (target: object) => {
              counted++
              return Reflect.ownKeys(target)
            }
            request.body = new Proxy(request.body, { ownKeys })
          })
          expect((await postJson(server, '/', { b: 1 })).statusCode).to.equal(400)
          expect(counted).to.be.below(5)
        }
      })

      it('objects are equal in any order of their keys', async () => {
        const schema = { type: 'array', uniqueItems: true }
        const one = Array.from({ length: 20 }, (_, index) => ({ a: index, b: [index] }))
        expect(await statusOf(schema, one)).to.equal(200)
        expect(await statusOf(schema, [...one, { b: [3], a: 3 }])).to.equal(400)
      })

      it('1, true, "1" and [1] are four values', async () => {
        const schema = { type: 'array', uniqueItems: true }
        const values = [
          1,
          true,
          '1',
          [1],
          null,
          'null',
          {},
          [],
          '',
          0,
          false,
          { a: 1 },
          [[]],
          'true',
          [null],
          'n1',
          's1',
        ]
        expect(await statusOf(schema, values)).to.equal(200)
        expect(await statusOf(schema, [...values, [null]])).to.equal(400)
      })

      it('a failure names the two positions that ajv names, in short lists and in long ones', async () => {
        for (const length of [5, 40]) {
          for (const [items, itemOf] of [
            [undefined, (value: number) => ({ value })],
            [{ type: 'integer' }, (value: number) => value],
          ] as const) {
            const server = newServer({ validatorengine: { version, ...options } })
            server.post(
              '/',
              { attachValidation: true, schema: { body: wrap({ type: 'array', items, uniqueItems: true }) } },
              (request) => {
                return request.validationError.validation[0].params
              },
            )
            const values = Array.from({ length }, (_, index) => itemOf(index))
            values[2] = itemOf(0)
            values[4] = itemOf(1)
            const found = (await postJson(server, '/', values)).json()
            expect(found).to.deep.equal(items === undefined ? { i: 4, j: 1 } : { i: 1, j: 4 })
          }
        }
      })

      it('a list of texts may not hold __proto__ twice', async () => {
        const schema = { type: 'array', items: { type: 'string' }, uniqueItems: true }
        expect(await statusOf(schema, ['__proto__', '__proto__'])).to.equal(400)
      })

      const wide: Record<string, () => unknown> = {
        'objects of one shape': () => Array.from({ length: 40_000 }, (_, id) => ({ id, name: 'a' })),
        'objects that differ in their last value': () =>
          Array.from({ length: 800 }, (_, id) => [Array(200).fill({}), id]),
        numbers: () => Array.from({ length: 130_000 }, (_, index) => index * 2 ** 20),
        'texts of digits': () => Array.from({ length: 80_000 }, (_, index) => String(index * 1024)),
        'lists in lists with equal beginnings': () => {
          let value: unknown = 'a'.repeat(400_000)
          for (let depth = 0; depth < 300; depth++) value = [value, Array.from({ length: 200 }, (_, id) => `${id}`)]
          return [value, value, 1].slice(1)
        },
      }
      for (const [what, make] of Object.entries(wide)) {
        it(`uniqueItems takes a megabyte of ${what} in near linear time`, async function () {
          this.timeout(60_000) // Pair by pair it takes minutes, on any machine.
          const schema = {
            $id: 'list',
            definitions: { list: { uniqueItems: true, items: { $ref: '#/definitions/list' } } },
            $ref: '#/definitions/list',
          }
          const server = serverFor(what.startsWith('lists') ? schema : { type: 'array', uniqueItems: true })
          await server.ready()
          const payload = make()
          await postJson(server, '/', [1])
          const { statusCode } = await postJson(server, '/', payload)
          expect(statusCode).to.equal(200)
        })
      }
    })
  }
}
