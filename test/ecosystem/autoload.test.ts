import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import autoload from '@fastify/autoload'
import { Module, use } from 'alcove'
import { expect } from 'chai'
import { type RootModule, useServed } from './served.js'

/** A folder of plugins as people keep them: both module systems, prefixes by folders, hooks, parameters. */
const files = {
  'package.json': '{"type":"module"}',
  'plugins/greeting.cjs': `module.exports = Object.assign(async (instance) => { instance.decorate('greeting', 'hello') },
    { [Symbol.for('skip-override')]: true, [Symbol.for('plugin-meta')]: { name: 'greeting' } })`,
  'routes/root.js': `export default async (instance) => { instance.get('/root', async () => instance.greeting) }`,
  'routes/users/index.js': `export default async (instance, options) => {
    instance.get('/', async (request) => ({ greeting: instance.greeting, mark: request.mark, size: options.size }))
    instance.get('/:id', async (request) => request.params.id)
  }`,
  'routes/users/autohooks.js': `export default async (instance) => {
    instance.decorateRequest('mark', 'none')
    instance.addHook('onRequest', async (request) => { request.mark = 'by autohooks' })
  }`,
  'routes/orders/_order/lines.js': `export default async (instance) => {
    instance.get('/', async (request) => ({ order: request.params.order, mark: request.mark ?? null }))
  }`,
  'routes/versioned/index.js': `export const prefixOverride = '/v2'
    export default async (instance) => { instance.get('/', async () => 'two') }`,
  'broken/plugin.js': `export default async () => { throw new Error('planned') }`,
}

describe('@fastify/autoload in a module', () => {
  const serve = useServed()
  let root = ''

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'autoload-'))
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), text)
    }
  })
  after(() => rm(root, { recursive: true }))

  function app(): RootModule {
    const routes = { dir: join(root, 'routes'), autoHooks: true, routeParams: true, options: { size: 3 } }
    @Module({ prefix: '/in', plugins: [use(autoload, { dir: join(root, 'plugins') }), use(autoload, routes)] })
    class Inside {}
    @Module({
      prefix: '/beside',
      plugins: [use(autoload, { dir: join(root, 'routes'), ignorePattern: /users|orders/ })],
    })
    class Beside {}
    @Module({ imports: [Inside, Beside] })
    class App {}
    return App
  }

  it('loads plugins of both module systems, wrapped ones into the context of the module', async () => {
    expect((await (await serve(app())).ask('GET /in/root')).text).to.equal('hello')
  })

  it('puts the folders before the paths, and hands out the options', async () => {
    const { ask } = await serve(app())
    expect((await ask('GET /in/users')).json()).to.deep.include({ greeting: 'hello', size: 3 })
    expect((await ask('GET /in/users/7')).text).to.equal('7')
    expect((await ask('GET /in/v2')).text).to.equal('two')
  })

  it('runs the hooks of a folder for its routes, and for none beside it', async () => {
    const { ask } = await serve(app())
    expect((await ask('GET /in/users')).json()).to.include({ mark: 'by autohooks' })
    expect((await ask('GET /in/orders/9')).json()).to.deep.equal({ order: '9', mark: null })
  })

  it('fails the boot with what a loaded plugin throws', async () => {
    @Module({ plugins: [use(autoload, { dir: join(root, 'broken') })] })
    class App {}
    const failure = await serve(App).then(
      () => null,
      (error: Error) => error,
    )
    expect(failure?.message).to.equal('planned')
  })

  it('gives a sibling module neither its routes nor its decorations', async () => {
    const { ask } = await serve(app())
    expect((await ask('GET /beside/users')).status).to.equal(404)
    expect((await ask('GET /beside/root')).text).to.equal('')
    expect((await ask('GET /users')).status).to.equal(404)
  })
})
