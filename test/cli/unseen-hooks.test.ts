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
}

describe('alcove check', () => {
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
})
