import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { settings, UserProject } from '../cli/user-project.js'
import { inRepository } from '../support/repository.js'

// The cost of the types of routes for the compiler. Instantiations do not depend on the machine. For the time, run
// `ALCOVE_PRICE=300 npx mocha build/test/types/price.test.js`: it prints that of 300 controllers of five routes.

const item = (at: number) => `{ type: 'object', required: ['id', 'name', 'tags'], properties: {
  id: { type: 'integer' }, name: { type: 'string', maxLength: ${20 + at} }, kind: { type: 'string', enum: ['a', 'b', 'c'] },
  tags: { type: 'array', items: { type: 'string' } },
  owner: { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, email: { type: 'string', format: 'email' },
    address: { type: 'object', properties: { city: { type: 'string' }, zip: { type: 'string' } } } } } } }`

const controller = (
  at: number,
) => `import { Body, Controller, Delete, Get, type Infer, Param, Params, Post, Put, Query, Schema, shared } from 'alcove'
const Item = shared('item${at}', ${item(at)})
type Item = Infer<typeof Item>
@Controller('/items${at}')
export class Items${at} {
  private items: Item[] = []
  @Get() @Schema({ querystring: { type: 'object', properties: { page: { type: 'integer', default: 1 }, q: { type: 'string' } } },
    response: { 200: { type: 'array', items: Item.ref } } })
  list(@Query() query: { page: number; q?: string }) { return this.items.slice(query.page) }
  @Get('/:id') @Schema({ params: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
    response: { 200: Item.ref, 404: { type: 'object', properties: { message: { type: 'string' } } } } })
  read(@Params() params: { id: number }) { return this.items[params.id]! }
  @Post() @Schema({ response: { 200: Item.ref } })
  create(@Body(Item.ref) item: Item) { this.items.push(item); return item }
  @Put('/:id') @Schema({ response: { 200: { type: 'object', required: ['ok', 'item'], properties: { ok: { type: 'boolean' }, item: Item.ref } } } })
  update(@Body({ type: 'object', required: ['name'], properties: { name: { type: 'string' }, n${at}: { type: 'integer' },
    deep: { type: 'array', items: { type: 'object', properties: { b: { type: 'number' } } } } } }) body: { name: string }) {
    return { ok: body.name !== '', item: this.items[0]! }
  }
  @Delete('/:id') @Schema({ response: { 200: { type: 'object', properties: { done: { type: 'boolean' }, at: { type: 'string', format: 'date-time' } } } } })
  async remove(@Param('id') id: string) { return { done: id !== '', at: new Date() } }
}
`

/** The figures of the compiler for so many controllers. */
async function check(controllers: number): Promise<{ instantiations: number; written: string }> {
  const files = Array.from({ length: controllers }, (_, at) => [`src/c${at}.ts`, controller(at)] as const)
  const project = await UserProject.create({
    'package.json': '{ "type": "module" }',
    'tsconfig.json': settings({ types: [] }),
    'src/empty.ts': 'export {}',
    ...Object.fromEntries(files),
  })
  try {
    const tsc = inRepository('node_modules', 'typescript', 'bin', 'tsc')
    const options = [tsc, '-p', '.', '--noEmit', '--singleThreaded', '--extendedDiagnostics']
    const written = (await promisify(execFile)(process.execPath, options, { cwd: project.folder })).stdout
    return { instantiations: Number(/^Instantiations:\s*(\d+)/m.exec(written)?.[1]), written }
  } finally {
    await project.remove()
  }
}

describe('the types of routes', function () {
  this.timeout(120_000)

  it('cost the compiler at most 900 instantiations a route', async () => {
    const some = await check(2)
    const more = await check(12)
    expect((more.instantiations - some.instantiations) / 50, more.written)
      .to.be.greaterThan(0)
      .and.at.most(900)
  })

  const asked = Number(process.env.ALCOVE_PRICE ?? 0)
  if (asked > 0) {
    it(`of ${asked} controllers are checked`, async () => {
      console.log((await check(asked)).written)
    })
  }
})
