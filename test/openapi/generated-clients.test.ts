import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bootstrap, Module, use } from 'alcove'
import { OpenApi } from 'alcove/openapi'
import { expect } from 'chai'
import { build } from 'esbuild'
import { AppModule as Articles } from '../cli/fixtures/articles.js'
import { inRepository } from '../support/repository.js'
import { needTools, tools } from './validators.js'

@Module({ imports: [Articles, use(OpenApi, { info: { title: 'Articles', version: '1.0.0' } })] })
class AppModule {}

const run = promisify(execFile)

/** Runs a program of node; a failure carries what it has written. */
async function node(cwd: string, ...args: readonly string[]): Promise<string> {
  try {
    return (await run(process.execPath, [...args], { cwd })).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = Object(error)
    throw new Error(`${stdout}${stderr}`)
  }
}

const generators = {
  'openapi-typescript': {
    generate: (folder: string) =>
      node(folder, join(tools, 'node_modules/openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'schema.ts'),
    program: `
      import createClient from 'openapi-fetch'
      import type { paths } from './schema.js'

      const client = createClient<paths>({ baseUrl: process.argv[2]! })
      const created = await client.POST('/articles', { body: { slug: 'a', title: 'T', tags: [] } })
      const title: string | undefined = created.data?.title
      const missing = await client.GET('/articles/{slug}', { params: { path: { slug: 'none' } } })
      // @ts-expect-error the body of a 404 has no title
      missing.error?.title
      const text = await client.GET('/articles/files/{wildcard}', {
        params: { path: { wildcard: 'readme' } },
        parseAs: 'text',
      })
      const price = await client.GET('/prices', { params: { header: { 'accept-version': '2.0.0' } } })
      const gone = await client.DELETE('/articles/{slug}', { params: { path: { slug: 'a' } } })
      const locked = await client.GET('/locked')
      console.log(JSON.stringify([
        created.response.status, title, missing.response.status, missing.error, text.data, price.data,
        gone.response.status, locked.response.status, locked.error,
      ]))`,
  },
  '@hey-api/openapi-ts': {
    generate: (folder: string) =>
      node(
        folder,
        join(tools, 'node_modules/@hey-api/openapi-ts/bin/run.js'),
        ...['-i', 'openapi.json', '-o', 'client', '-c', '@hey-api/client-fetch', '--silent', '--no-log-file'],
      ),
    program: `
      import { client } from './client/client.gen.js'
      import * as api from './client/sdk.gen.js'

      client.setConfig({ baseUrl: process.argv[2]! })
      const created = await api.articlesControllerCreate({ body: { slug: 'a', title: 'T', tags: [] } })
      const title: string | undefined = created.data?.title
      const missing = await api.articlesControllerRead({ path: { slug: 'none' } })
      const text = await api.articlesControllerFile({ path: { wildcard: 'readme' } })
      const price = await api.priceControllerOld({ headers: { 'accept-version': '2.0.0' } })
      const gone = await api.articlesControllerRemove({ path: { slug: 'a' } })
      const locked = await api.lockedControllerOpen()
      console.log(JSON.stringify([
        created.response?.status, title, missing.response?.status, missing.error, text.data, price.data,
        gone.response?.status, locked.response?.status, locked.error,
      ]))`,
  },
} as const

const forbidden = {
  statusCode: 403,
  code: 'ALC_ERR_FORBIDDEN',
  error: 'Forbidden',
  message: 'Access denied by a guard of this route',
}
const told = [201, 'T', 404, { message: 'None' }, 'readme', { amount: '1.00' }, 204, 403, forbidden]

describe('a client that a generator makes of the OpenAPI document', function () {
  this.timeout(120_000)
  let app: ReturnType<typeof bootstrap>
  let address: string
  let folder: string
  let files: readonly (readonly [name: string, text: string])[]

  before(async function () {
    needTools(this)
    // Inside of the tools: what a client imports is found there.
    const cache = join(tools, 'node_modules', '.cache')
    await mkdir(cache, { recursive: true })
    folder = await mkdtemp(join(cache, 'clients-'))
    app = bootstrap(AppModule, { logger: false, gracefulShutdown: false })
    address = await app.listen({ port: 0, host: '127.0.0.1' })
    const document = await (await fetch(`${address}/openapi.json`)).text()
    const compilerOptions = {
      ...{ strict: true, noUncheckedIndexedAccess: true, target: 'es2023', module: 'nodenext', noEmit: true },
      ...{ lib: ['es2023', 'dom', 'dom.iterable'], types: ['node'], typeRoots: [inRepository('node_modules/@types')] },
    }
    files = [
      ['openapi.json', document],
      ['package.json', '{ "type": "module" }'],
      ['tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] })],
    ]
  })

  after(async () => {
    await app?.close()
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  })

  for (const [name, { generate, program }] of Object.entries(generators)) {
    it(`compiles, and gets what the server answers: ${name}`, async () => {
      const own = join(folder, name.replace(/\W+/g, '-'))
      await mkdir(own)
      for (const [file, text] of files) await writeFile(join(own, file), text)
      await generate(own)
      await writeFile(join(own, 'program.ts'), program)
      await node(own, inRepository('node_modules/typescript/bin/tsc'), '-p', '.')
      const outfile = join(own, 'program.js')
      await build({ entryPoints: [join(own, 'program.ts')], outfile, bundle: true, platform: 'node', format: 'esm' })
      expect(JSON.parse(await node(own, outfile, address))).to.deep.equal(told)
    })
  }
})
