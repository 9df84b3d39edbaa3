import { readFile, writeFile } from 'node:fs/promises'
import { type ContextDescription, createServer, type LifecycleHookName } from 'alcove'
import { explainRoute, findRoute, inspect } from 'alcove/inspect'
import { expect } from 'chai'
import { type App, encapsulated, useApps } from '../inspector/rooms.js'
import { inRepository } from '../support/repository.js'
import { drawRooms } from './draw-rooms.js'
import { drawSiblings } from './draw-siblings.js'
import { drawStages } from './draw-stages.js'

/** The tree without the inspector, which the drawings do not show. */
function treeOf(app: App): ContextDescription {
  const root = app.describe()
  return { ...root, children: root.children.filter(({ name }) => name !== 'Inspector') }
}

/** The contexts that a route sees. */
function lineOf(app: App, path: string): readonly string[] {
  const inspection = inspect(app)
  return explainRoute(inspection, findRoute(inspection, 'GET', path)).line.map(({ name }) => name)
}

/** A picture in docs/images is the one of a real tree. `npm run golden` draws them anew. */
async function expectDrawing(name: string, picture: string): Promise<void> {
  const file = inRepository('docs', 'images', name)
  if (process.env.ALCOVE_GOLDEN === 'write') await writeFile(file, picture)
  expect(picture).to.equal(await readFile(file, 'utf8'))
}

const lifecycleHookNames: readonly LifecycleHookName[] = [
  'onRequest',
  'preParsing',
  'preValidation',
  'preHandler',
  'preSerialization',
  'onSend',
  'onResponse',
  'onError',
]

function nothing(): void {}

describe('the drawings of the guide', () => {
  const boot = useApps()

  it('show the contexts of an application', async () => {
    const app = boot(encapsulated(false))
    await app.ready()
    await expectDrawing('contexts.svg', drawRooms(treeOf(app), null))
  })

  it('highlight the contexts that a route sees', async () => {
    const app = boot(encapsulated(false))
    await app.ready()
    await expectDrawing('line-of-two.svg', drawRooms(treeOf(app), lineOf(app, '/two')))
  })

  it('show the way of a request through all hooks that there are', async () => {
    const server = createServer()
    for (const name of lifecycleHookNames) server.addHook(name, nothing)
    server.setErrorHandler(nothing)
    const schema = { body: { a: { type: 'string' } }, response: { 200: { a: { type: 'string' } } } }
    server.post('/orders', { schema }, nothing)
    await server.ready()
    const inspection = inspect(server)
    await server.close()
    await expectDrawing('request.svg', drawStages(findRoute(inspection, 'POST', '/orders')))
  })

  it('show what a wrapped module gives to its importer', async () => {
    const app = boot(encapsulated(true))
    await app.ready()
    await expectDrawing('wrapped.svg', drawRooms(treeOf(app), null))
  })

  it('show the contexts of the program on the first page, as it runs', async () => {
    await expectDrawing('siblings.svg', await drawSiblings())
  })
})
