import { bootstrap, Module, PluginWrapped, provide, use } from 'alcove'
import { createServer, type Instance } from 'alcove/core'
import { expect } from 'chai'
import fastify from 'fastify'

async function inner() {}
async function db(instance: Instance) {
  instance.register(inner)
}
async function mail() {}

/** Times differ from run to run. */
function untimed(printed: string): string[] {
  return printed
    .replace(/ \d+ ms$/gm, ' ms')
    .trimEnd()
    .split('\n')
}

describe('printPlugins', () => {
  it('draws plugins of the core as Fastify does', async () => {
    const printed = await Promise.all(
      [createServer(), fastify() as unknown as Instance].map(async (server) => {
        server.register(async function users(child) {
          child.register(db)
          child.register(mail)
        })
        server.register(mail)
        await server.ready()
        const [root = '', ...lines] = untimed(server.printPlugins())
        await server.close()
        return [root.replace(/ -?\d* ?ms$/, ''), ...lines.filter((line) => !line.includes('_after'))] // Fastify's own
      }),
    )
    expect(printed[0]).to.deep.equal(printed[1])
  })

  it('draws each module, also those that open within the turn of the one above', async () => {
    @Module({})
    class Empty {}
    @Module({ imports: [Empty] })
    class Between {}
    @Module({ plugins: [db, mail] })
    class Stored {}
    @Module({ providers: [provide('late', { useAsync: async () => 1 })], imports: [use(Between, { prefix: '/b' })] })
    class Late {}
    @Module({ imports: [use(Between, { prefix: '/a' }), Stored, Late, use(Empty, { prefix: '/e' })], plugins: [mail] })
    class App {}

    const app = bootstrap(App)
    await app.ready()
    const printed = untimed(app.instance.printPlugins())
    await app.close()
    expect(printed).to.deep.equal([
      'root ms',
      '└─┬ App ms',
      '  ├── mail ms',
      '  └─┬ App (providers) ms',
      '    ├─┬ Between',
      '    │ └── Empty',
      '    ├─┬ Stored ms',
      '    │ ├─┬ db ms',
      '    │ │ └── inner ms',
      '    │ ├── mail ms',
      '    │ └── Stored (providers) ms',
      '    ├─┬ Late ms',
      '    │ ├── Late (provider "late") ms',
      '    │ └─┬ Late (providers) ms',
      '    │   └─┬ Between',
      '    │     └── Empty',
      '    ├── Empty ms', // in its turn, since Late waits
      '    └── App (routes) ms',
    ])
  })

  it('draws modules of an application without plugins', async () => {
    @Module({})
    class One {}
    @PluginWrapped()
    @Module({ imports: [One] })
    class Wrapped {}
    @Module({ imports: [Wrapped] })
    class App {}

    const app = bootstrap(App)
    await app.ready()
    const printed = untimed(app.instance.printPlugins())
    await app.close()
    expect(printed).to.deep.equal(['root ms', '└─┬ App ms', '  └── One'])
  })
})
