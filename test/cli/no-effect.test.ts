import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { alcove } from './command-line.js'
import { UserProject } from './user-project.js'

/** A folder with hooks of its own and no route, above one with a route. `deaf` has the same, and no folder below. */
const files = {
  'package.json': '{"type":"module"}',
  'routes/admin/autohooks.js': `export default async (instance) => {
    instance.decorateRequest('mark', 'none')
    instance.addHook('onRequest', async () => {})
  }`,
  'routes/admin/users/index.js': `export default async (instance) => { instance.get('/', async (request) => request.mark) }`,
  'main.js': `
import autoload from '@fastify/autoload'
import { createServer } from 'alcove/core'
export const server = createServer()
server.register(autoload, { dir: new URL('./routes', import.meta.url).pathname, autoHooks: true, cascadeHooks: true })
server.setNotFoundHandler(function lost(request, reply) { reply.send('lost') })
async function deaf(instance) {
  instance.addHook('onRequest', async () => {})
  instance.setNotFoundHandler((request, reply) => reply.send('deaf'))
}
async function silent(instance) { instance.addHook('onRequest', async () => {}) }
server.register(deaf)
server.register(silent)
`,
  'used.js': `
import { bootstrap, Controller, Get, Hook, Module, Use, use } from 'alcove'
class Timing { start() {} onSend() {} onClose() {} }
const declare = (decorate, Class, key) => decorate(Class.prototype, key, Object.getOwnPropertyDescriptor(Class.prototype, key))
declare(Hook('onRequest'), Timing, 'start')
class Notes { read() {} }
declare(Get('/'), Notes, 'read')
Use(Timing)(Notes)
Controller()(Notes)
class Files {
  static configure(prefix) { return use(Files, { prefix }) }
}
Module({ controllers: [Notes] })(Files)
class Lost {
  static configure(instance) { instance.get('/lost', async () => 'lost') }
}
Module({})(Lost)
class Root {}
Module({ controllers: [Notes], imports: [Files.configure('/files'), Lost] })(Root)
export const app = bootstrap(Root)
`,
}

describe('alcove check of what has no effect', () => {
  let project: UserProject
  before(async () => {
    project = await UserProject.create(files)
    await project.link('@fastify/autoload', inRepository('node_modules', '@fastify', 'autoload'))
  })
  after(() => project.remove())

  it('warns of hooks that no request sees, and not of those that autoload repeats for the folders below', async () => {
    const { stdout } = await alcove(['check', '--entry', 'main.js'], { cwd: project.folder })
    expect(stdout).to.include('plugin silent of root: its context has no route, so no request sees its hook onRequest.')
    expect(stdout).to.not.include('composedPlugin')
  })

  it('names a not-found handler without a name by its context', async () => {
    const { stdout } = await alcove(['check', '--entry', 'main.js'], { cwd: project.folder })
    expect(stdout).to.include('\n  not-found handler of deaf: paths without a route below "/" go to that of root.')
  })

  it('warns once of each method of a class for @Use that has the name of a hook', async () => {
    const { stdout } = await alcove(['check', '--entry', 'used.js'], { cwd: project.folder })
    expect(stdout.match(/Timing\.\w+(?=: alcove calls methods by their decorators)/g)).to.deep.equal([
      'Timing.onSend',
      'Timing.onClose',
    ])
  })

  it('warns of a static configure, but not of one that makes a module', async () => {
    const { stdout } = await alcove(['check', '--entry', 'used.js'], { cwd: project.folder })
    expect(stdout).to.include('Lost.configure: alcove does not call a static method.')
    expect(stdout).to.not.include('Files.configure')
  })
})
