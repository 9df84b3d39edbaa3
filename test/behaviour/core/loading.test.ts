import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'

const run = promisify(execFile)

/** The output of a program in a process of its own. */
async function printedBy(program: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program])
  return stdout.trim()
}

describe('loading the core', () => {
  it('lets tracers that watch what is required patch node’s servers first', async () => {
    const printed = await printedBy(`
      import { Module } from 'node:module'
      import { Server } from 'node:http'
      const { require } = Module.prototype
      Module.prototype.require = function (name) {
        if (name === 'node:http' && !Server.prototype.traced) {
          const { emit } = Server.prototype
          Server.prototype.traced = true
          Server.prototype.emit = function (event, ...given) {
            if (event === 'request') console.log('traced ' + given[0].url)
            return emit.call(this, event, ...given)
          }
        }
        return require.call(this, name)
      }
      const { createServer } = await import('alcove/core')
      const server = createServer()
      server.get('/seen', async () => 'x')
      await fetch(await server.listen({ port: 0 }) + '/seen', { headers: { connection: 'close' } })
      await server.close()
    `)
    expect(printed).to.equal('traced /seen')
  })

  it('leaves out what only inject needs', async () => {
    const printed = await printedBy(`
      import { Module } from 'node:module'
      import { createServer } from 'alcove/core'
      const isLoaded = () => Object.keys(Module._cache).some((file) => file.includes('light-my-request'))
      const server = createServer()
      const before = isLoaded()
      await server.inject('/')
      console.log(before, isLoaded())
    `)
    expect(printed).to.equal('false true')
  })

  for (const version of [6, 8]) {
    it(`leaves out ajv for schemas that native code validates, also with annotations, version ${version}`, async () => {
      const printed = await printedBy(`
        import { Module } from 'node:module'
        import { createServer } from 'alcove/core'
        const isLoaded = () => Object.keys(Module._cache).some((file) => /node_modules.ajv6?.lib|ajv.dist.ajv/.test(file))
        const start = async (more) => {
          const server = createServer({ validatorengine: { version: ${version} } })
          const text = { type: 'string', example: 'a', deprecated: true, 'x-internal': true, ...more }
          server.post('/', { schema: { body: { type: 'object', properties: { text } } } }, () => 'x')
          await server.ready()
          return isLoaded()
        }
        console.log(await start({}), await start({ oneOf: [{ $ref: 'http://json-schema.org/draft-07/schema#' }] }))
      `)
      expect(printed).to.equal('false true')
    })
  }
})
