import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { repository } from '../support/repository.js'
import { runOrThrow } from '../support/run-command.js'

const program = fileURLToPath(new URL('two-servers.js', import.meta.url))

async function run(flags: readonly string[]) {
  const { stdout } = await runOrThrow(process.execPath, [...flags, program], { cwd: repository })
  return JSON.parse(stdout)
}

describe('the router of a server', function () {
  this.timeout(60_000)

  for (const [title, flags] of [
    ['', []],
    [' in a process that forbids to make code', ['--disallow-code-generation-from-strings']],
  ] as const) {
    it(`leaves find-my-way, ajv, Function and the prototypes of node as they are${title}`, async () => {
      const { changed, isOwnFunction } = await run(flags)
      expect(changed).to.deep.equal([])
      expect(isOwnFunction).to.equal(true)
    })
  }

  it('leaves the answers of a Fastify in the same process as they are', async () => {
    const { fastify } = await run([])
    expect(fastify).to.deep.equal({ before: ['{"id":"1"}', 'b.test'], after: ['{"id":"1"}', 'b.test'] })
  })

  it('gives the same answers in a process that forbids to make code', async () => {
    const { answers } = await run([])
    expect((await run(['--disallow-code-generation-from-strings'])).answers).to.deep.equal(answers)
    expect(answers).to.deep.equal([
      'GET / 200 {"name":"root","params":{}}',
      'GET /page 200 {"name":"page","params":{}}',
      'GET /pages 200 {"name":"pages","params":{}}',
      'GET /pa 200 {"name":"rest","params":{"*":"/pa"}}',
      'GET /paper/1 200 {"name":"paper","params":{"id":"1"}}',
      'GET /paper/1/2 200 {"name":"paper","params":{"id":"1","part":"2"}}',
      'GET /five/1/2/3/4/5 200 {"name":"five","params":{"a":"1","b":"2","c":"3","d":"4","e":"5"}}',
      'GET /number/12-x 200 {"name":"number","params":{"n":"12","rest":"x"}}',
      'HEAD /page 200 ',
      'PUT /page 404 {"message":"Route PUT:/page not found","error":"Not Found","statusCode":404}',
      'GET /host 200 {"name":"a.test","params":{}}',
      'GET /host 200 {"name":"b.test","params":{}}',
      'GET /host 200 {"name":"b.test","params":{}}',
      'GET /host 200 {"name":"any host","params":{}}',
      'GET /version 200 {"name":"1.2.0","params":{}}',
      'GET /version 404 {"message":"Route GET:/version not found","error":"Not Found","statusCode":404}',
      'GET /tenant 200 {"name":"tenant one","params":{}}',
      'GET /tenant 404 {"message":"Route GET:/tenant not found","error":"Not Found","statusCode":404}',
      'GET /page 404 {"message":"Route GET:/page not found","error":"Not Found","statusCode":404}',
      'GET /below/7/here 200 {"name":"here","params":{"tenant":"7"}}',
      'PUT /below/7/nowhere 404 nothing below {"tenant":"7","*":"nowhere"}',
    ])
  })
})
