import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { settings, UserProject } from '../cli/user-project.js'
import { inRepository } from '../support/repository.js'
import { requestRows, responseRows } from './contract-rows.js'

// The messages of the compiler about a program, and the bytes that the same program answers with.

const response = ([schema, returned]: readonly [string, string, ...unknown[]], at: number) =>
  `  @Get('/response/${at}') @Schema({ response: { 200: ${schema} } }) response${at}() { return ${returned} }`
const request = ([schema, type]: readonly [string, string, ...unknown[]], at: number) =>
  `  @Post('/request/${at}') request${at}(@Body(${schema}) body: ${type}) { return body }`

const program = `import { Body, bootstrap, Controller, Get, Module, Post, Schema } from 'alcove'
@Controller()
class Rows {
${responseRows.map(response).join('\n')}
${requestRows.map(request).join('\n')}
}
@Module({ controllers: [Rows] })
class AppModule {}
export const app = bootstrap(AppModule)
`
const firstLine = 4

interface App {
  ready(): Promise<unknown>
  close(): Promise<unknown>
  inject(request: object): Promise<{ statusCode: number; body: string }>
}

describe('the contract of a route', function () {
  this.timeout(120_000)
  let project: UserProject
  let app: App
  const sentences = new Map<number, string>()

  before(async () => {
    project = await UserProject.create({
      'package.json': '{ "type": "module" }',
      'tsconfig.json': settings({ rootDir: 'src', outDir: 'dist' }),
      'src/app.ts': program,
    })
    const tsc = [inRepository('node_modules', 'typescript', 'bin', 'tsc'), '-p', '.']
    const written = await promisify(execFile)(process.execPath, tsc, { cwd: project.folder }).then(
      () => '',
      (error) => String(Object(error).stdout), // it writes the program all the same
    )
    for (const found of written.split(/^(?=src\/app\.ts)/m)) {
      const [, line = '0', sentence] = /^src\/app\.ts\((\d+),.*\n?.*parameter of type '"(.*)"'/.exec(found) ?? []
      sentences.set(Number(line) - firstLine, sentence?.replaceAll('\\"', '"') ?? found)
    }
    app = (await import(pathToFileURL(join(project.folder, 'dist/app.js')).href)).app
    await app.ready()
  })
  after(async () => {
    await app?.close()
    await project.remove()
  })

  responseRows.forEach(([schema, returned, sent, refused], at) => {
    const verdict = refused === undefined ? 'compiles' : 'does not compile'
    it(`${verdict} and answers ${sent}: ${returned} for ${schema}`, async () => {
      const { statusCode, body } = await app.inject({ method: 'GET', url: `/response/${at}` })
      expect(statusCode === 200 ? body : String(statusCode)).to.equal(sent)
      expect(sentences.get(at)).to.equal(refused)
    })
  })

  requestRows.forEach(([schema, type, body, received, refused], at) => {
    const verdict = refused === undefined ? 'compiles' : 'does not compile'
    it(`${verdict} and receives ${received}: ${type} for ${schema}`, async () => {
      const headers = { 'content-type': 'application/json' }
      const answer = await app.inject({ method: 'POST', url: `/request/${at}`, headers, payload: body })
      expect(answer.statusCode === 200 ? answer.body : String(answer.statusCode)).to.equal(received)
      expect(sentences.get(responseRows.length + at)).to.equal(refused)
    })
  })
})
