import { compileServer } from 'alcove/standalone'
import { expect } from 'chai'
import { repository } from '../../support/repository.js'
import { runCommand } from '../../support/run-command.js'
import { type Loose, useServers } from '../core/subject.js'

const options = { ajv: { customOptions: { coerceTypes: 'array' } } } as const

const reasons: readonly [schema: object, reason: string][] = [
  [
    {
      anyOf: [
        { const: 'a', type: 'string' },
        { const: 'b', type: 'string' },
      ],
    },
    `the keywords "const" and "type" together below another keyword, under coerceTypes: 'array'`,
  ],
  [{ type: ['string', 'number'] }, `a "type" of several types (string, number) under coerceTypes: 'array'`],
  [{ type: 'object', nullable: false, required: [''] }, 'the keywords "type" and "required" together'],
]

describe('a schema that only ajv validates', () => {
  const create = useServers()

  for (const [schema, what] of reasons) {
    it(`is not written, and the reason names the keywords: ${what}`, async () => {
      const body = { type: 'object', properties: { kind: schema } }
      const { unwritten } = await compileServer((given) => {
        const server: Loose = create({ ...options, ...given })
        server.post('/kinds', { schema: { body } }, () => 1)
        return server
      })
      expect(unwritten).to.deep.equal([
        { route: 'POST /kinds', part: 'body schema', reason: `only ajv validates ${what}` },
      ])
    })
  }

  it('is not written, and the reason names the $ref: draft 7 itself as a whole body', async () => {
    const { unwritten } = await compileServer((given) => {
      const server: Loose = create({ ...given })
      server.post('/kinds', { schema: { body: { $ref: 'http://json-schema.org/draft-07/schema#' } } }, () => 1)
      return server
    })
    expect(unwritten.map(({ reason }) => reason)).to.deep.equal([
      'only ajv validates the $ref "http://json-schema.org/draft-07/schema#"',
    ])
  })

  it('has one reason for all routes that refer to it', async () => {
    const $id = 'kind'
    const { unwritten } = await compileServer((given) => {
      const server: Loose = create({ ...options, ...given })
      server.addSchema({
        $id,
        type: 'object',
        properties: { kind: { type: ['string', 'number'] }, next: { $ref: '#' } },
      })
      for (const url of ['/one', '/two']) {
        const body = { type: 'object', properties: { [url]: { $ref: 'kind#' } } }
        server.post(url, { schema: { body } }, () => 1)
      }
      return server
    })
    const reason = `only ajv validates a "type" of several types (string, number) under coerceTypes: 'array'`
    expect(unwritten.map((each) => each.reason)).to.deep.equal([reason, reason])
  })

  it('fails the boot without code generation, with the reason in place of the advice to precompile it', async () => {
    const [[schema, what]] = reasons as [[object, string]] // the first of the list above
    const program = `
      import { createServer } from 'alcove/core'
      const server = createServer(${JSON.stringify(options)})
      server.post('/kinds', { schema: { body: ${JSON.stringify(schema)} } }, () => 1)
      await server.ready().catch(({ code, message }) => console.log(code + ' ' + message))
    `
    const flags = ['--disallow-code-generation-from-strings', '--input-type=module']
    const { stdout, stderr } = await runCommand(process.execPath, [...flags, '-e', program], { cwd: repository })
    expect(stdout, stderr).to.contain(
      `ALC_ERR_CODE_GENERATION Cannot compile the body schema of POST /kinds: code generation is disabled (--disallow-code-generation-from-strings). It cannot be precompiled, because only ajv validates ${what}. Change the schema, or remove the flag`,
    )
    expect(stdout).to.not.contain('alcove compile')
  })
})
