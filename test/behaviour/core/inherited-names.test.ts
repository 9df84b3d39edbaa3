import { expect } from 'chai'
import { type Expected, integer, keyed, names, replies, requests } from './inherited-name-cases.js'
import { failureOf, type Server, useServers, validators } from './subject.js'

/** The bodies hold the names of prototypes. */
const parsing = { onProtoPoisoning: 'ignore', onConstructorPoisoning: 'ignore' }

describe('names that every object inherits', () => {
  const create = useServers()

  async function expectBodies(server: Server, schema: object, expected: Expected, of: string): Promise<void> {
    server.post('/', { schema: { body: schema } }, ({ body }, reply) =>
      reply.type('application/json').send(JSON.stringify(body)),
    )
    await server.ready()
    for (const [payload, text] of expected) {
      const headers = { 'content-type': 'application/json' }
      const answer = await server.inject({ method: 'POST', url: '/', headers, payload })
      expect(answer.statusCode, `${of}: ${payload} gives ${answer.body}`).to.equal(text === null ? 400 : 200)
      if (text !== null) expect(answer.body, of).to.equal(text)
    }
  }

  async function expectReplies(
    server: Server,
    schema: object,
    expected: (readonly [object, string | null])[],
    of: string,
  ) {
    let value: object
    server.get('/', { schema: { response: { 200: schema } } }, () => value)
    await server.ready()
    for (const [sent, text] of expected) {
      value = sent
      const { statusCode, body } = await server.inject('/')
      expect(statusCode, `${of}: ${JSON.stringify(sent)} gives ${body}`).to.equal(text === null ? 500 : 200)
      if (text !== null) expect(body, of).to.equal(text)
    }
  }

  for (const { version } of validators) {
    for (const [what, caseOf] of Object.entries(requests)) {
      it(`are names as others for ${what} of a body, version ${version}`, async () => {
        for (const name of names) {
          const [schema, expected] = caseOf(name)
          await expectBodies(
            create({ ...parsing, validatorengine: { version, engine: 'native' } }),
            schema,
            expected,
            name,
          )
        }
      })

      for (const compile of ['boot', 'lazy']) {
        it(`are names as others for ${what} of a body, or fail the boot with ajv ${version}, compiled: ${compile}`, async () => {
          for (const name of names) {
            const [schema, expected] = caseOf(name)
            const server = create({ ...parsing, compile, validatorengine: { version, engine: 'ajv' } })
            try {
              await expectBodies(server, schema, expected, name)
            } catch (error) {
              expectRefusal(error, `version ${version} of ajv`)
              if (!what.includes('hasOwnProperty')) expect(name).to.not.equal('plain')
            }
          }
        })
      }
    }
  }

  for (const [what, caseOf] of Object.entries(replies)) {
    for (const engine of ['native', 'fast-json-stringify']) {
      it(`are names as others for ${what} of a reply, with the serializer ${engine}`, async () => {
        for (const name of names) {
          const [schema, expected] = caseOf(name)
          await expectReplies(create({ serializerOpts: { engine } }), schema, expected, name)
        }
      })
    }
  }

  /** A schema that boots never fails by itself. */
  function expectRefusal(error: unknown, library: string): void {
    const { code, message } = Object(error)
    expect(code, message).to.match(/^FST_ERR_SCH_VALIDATION_BUILD$/)
    expect(message).to.contain(`${library} takes this name for what every object inherits`)
    expect(message).to.match(/at "\/[^"]+"/)
  }

  it('fail the boot by the $id of the shared schema that has them', async () => {
    const server = create({ validatorengine: { engine: 'ajv' } })
    server.addSchema({ $id: 'box', type: 'object', properties: { toString: { type: 'integer', default: 1 } } })
    server.post('/', { schema: { body: { type: 'object', properties: { a: { $ref: 'box#' } } } } }, () => 'valid')
    const { code, message } = await failureOf(server.ready())
    expect(code).to.equal('FST_ERR_SCH_VALIDATION_BUILD')
    expect(message).to.contain('at "box#/properties/toString/default"')
  })

  it('are not keywords', async () => {
    for (const name of names) {
      for (const { version } of validators) {
        const server = create({ validatorengine: { version } })
        server.post('/', { schema: { body: keyed(['type', 'object'], [name, 1]) } }, () => 'valid')
        const { code, message } = await failureOf(server.ready())
        expect(code, message).to.equal('ALC_ERR_SCHEMA_KEYWORD')
      }
    }
  })

  it('may be the $id of a shared schema', async () => {
    for (const engine of ['native', 'ajv']) {
      for (const { version } of validators) {
        for (const name of names) {
          const server = create({ validatorengine: { version, engine } })
          server.addSchema({ $id: name, type: 'object', properties: { a: integer } })
          await expectBodies(
            server,
            { $ref: `${name}#` },
            [
              ['{"a":"1","b":2}', '{"a":1}'],
              ['{"a":"x"}', null],
            ],
            name,
          )
        }
      }
    }
  })
})
