import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { FreshProject, pack, packOnce, type Tarball, versionOf } from './fresh-project.js'
import { settings } from './programs.js'

/** An application on Fastify: types of Fastify, of a plugin and of a type provider, and a file for adapters. */
const typed = `
import { createRequire } from 'node:module'
import cookie from '@fastify/cookie'
import fastify, { errorCodes, type FastifyError, type FastifyInstance } from 'fastify'

const app: FastifyInstance = fastify({ bodyLimit: 100 })
await app.register(cookie)
const body = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } as const
app.post<{ Body: { id: number } }>('/things', { schema: { body } }, async (request, reply) => {
  reply.setCookie('seen', String(request.body.id))
  return { id: request.body.id }
})
const made = await app.inject({ method: 'POST', url: '/things', payload: { id: '7' } })
console.log(made.statusCode, made.body, made.headers['set-cookie'])
const refused = await app.inject({ method: 'POST', url: '/things', payload: {} })
console.log(refused.statusCode, refused.body)
const error: FastifyError = new errorCodes.FST_ERR_NOT_FOUND()
console.log(error.code, app.version)
const load = createRequire(import.meta.url)
console.log(load('fastify') === fastify, typeof load('fastify/lib/reply.js'))
const address = await app.listen({ port: 0, host: '127.0.0.1' })
console.log((await fetch(address + '/nowhere')).status)
await app.close()
`

/** An application of modules in the same process: the drop-in has a core of its own. */
const both = `
import { bootstrap, Module } from 'alcove'
import fastify from 'fastify'

class AppModule {
  configure(instance) {
    instance.get('/', () => 'module')
  }
}
Module({})(AppModule)
const app = bootstrap(AppModule, { logger: false })
const old = fastify()
old.get('/', async () => 'plugin')
for (const each of [app, old]) {
  console.log((await each.inject('/')).body)
  await each.close()
}
`

const commonJs = `
const fastify = require('fastify')
const app = fastify.default()
app.get('/', (request, reply) => reply.send({ hello: fastify.fastify === fastify }))
app.inject('/', (error, answer) => console.log(error, answer.body))
`

describe('the packed packages alcove and alcove-fastify, installed together', function () {
  this.timeout(300_000)

  let project: FreshProject
  let tarball: Tarball

  before(async () => {
    project = await FreshProject.create()
    const alcove = await packOnce()
    tarball = await pack(project.folder, inRepository('build', 'alcove-fastify'))
    await project.install(alcove, `fastify@${tarball.path}`, `@fastify/cookie@${await versionOf('@fastify/cookie')}`)
    await project.write('tsconfig.json', JSON.stringify(settings))
  })

  after(() => project?.remove())

  it('are one copy of alcove', async () => {
    const { stdout } = await project.run('npm', 'ls', '--all', '--parseable', 'alcove')
    expect(stdout.trim().split('\n')).to.deep.equal([join(project.folder, 'node_modules', 'alcove')])
  })

  it('carry both licenses and no tests', async () => {
    expect(tarball.files).to.include.members(['LICENSE', 'LICENSE-fastify', 'README.md', 'fastify.d.ts'])
    expect(tarball.files.filter((file) => /\btest\b/.test(file))).to.deep.equal([])
    const read = (name: string) => readFile(join(project.folder, 'node_modules', name, 'package.json'), 'utf8')
    const needed = JSON.parse(await read('fastify')).dependencies.alcove
    expect(needed).to.equal(JSON.parse(await read('alcove')).version)
  })

  it('compile and run an application on Fastify with a plugin', async () => {
    await project.write('source/app.ts', typed)
    await project.compile('-p', '.')
    const { stdout } = await project.run(process.execPath, 'out/app.js')
    expect(stdout.trim().split('\n')).to.deep.equal([
      '200 {"id":7} seen=7; SameSite=Lax',
      '400 {"statusCode":400,"code":"FST_ERR_VALIDATION","error":"Bad Request","message":"body must have required property \'id\'"}',
      `FST_ERR_NOT_FOUND ${await versionOf('fastify')}`,
      'true function',
      '404',
    ])
  })

  it('reject an application on Fastify that is typed wrongly', async () => {
    await project.write('source/app.ts', typed.replace('String(request.body.id)', 'request.body.id'))
    const message = await project.compile('-p', '.', '--noEmit').then(String, String)
    expect(message).to.match(/source\/app\.ts\(\d+,\d+\): error TS/)
  })

  it('run an application of modules and one on Fastify in one process', async () => {
    await project.write('both.mjs', both)
    expect((await project.run(process.execPath, 'both.mjs')).stdout).to.equal('module\nplugin\n')
  })

  it('are required from CommonJS', async () => {
    await project.write('common.cjs', commonJs)
    expect((await project.run(process.execPath, 'common.cjs')).stdout).to.equal('null {"hello":true}\n')
  })
})
