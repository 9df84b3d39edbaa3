import { expect } from 'chai'
import fc from 'fast-check'
import fastifyPlugin from 'fastify-plugin'
import { type Loose, postJson, type Server, useServers } from './subject.js'

/** Draws trees of plugins and compares the values that each route sees with those that SPEC 4.10 gives it. */

interface Drawn {
  wrapped: boolean
  /** Registers its own marks after its children instead of before. */
  late: boolean
  request: boolean
  reply: boolean
  instance: boolean
  hook: boolean
  schema: boolean
  parser: boolean
  errorHandler: boolean
  /** Has a shared schema under the one $id of all these plugins, and sees no other of them. */
  same: boolean
  children: Drawn[]
}

interface Plugin extends Drawn {
  id: string
  /** The plugin whose context this one registers into: itself unless wrapped. */
  context: Plugin
  /** The context around that context; null at the root. */
  parentContext: Plugin | null
}

const kinds = ['request', 'reply', 'instance', 'hook', 'schema', 'parser'] as const

function drawn(depth: number): fc.Arbitrary<Drawn> {
  const coin = fc.boolean()
  return fc.record({
    wrapped: fc.oneof({ weight: 2, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    late: coin,
    request: coin,
    reply: coin,
    instance: coin,
    hook: coin,
    schema: coin,
    parser: coin,
    errorHandler: coin,
    same: coin,
    children: depth === 0 ? fc.constant<Drawn[]>([]) : fc.array(drawn(depth - 1), { maxLength: depth > 2 ? 2 : 3 }),
  })
}

/** Numbers the tree and gives it as a list, parents first. Rule 6 is here: a wrapped plugin has its container's context. */
function laidOut(node: Drawn, container: Plugin | null = null, plugins: Plugin[] = []): Plugin[] {
  const plugin: Plugin = Object.assign({} as Plugin, node, { id: `p${plugins.length}` })
  const joins = container !== null && node.wrapped
  plugin.context = joins ? container.context : plugin
  plugin.parentContext = joins ? container.parentContext : (container?.context ?? null)
  // One error handler per context: the rules do not decide which of two would win.
  plugin.errorHandler &&= !plugins.some((other) => other.errorHandler && other.context === plugin.context)
  plugins.push(plugin)
  plugin.children = node.children.map((child) => {
    const from = plugins.length
    laidOut(child, plugin, plugins)
    return plugins[from] as Plugin
  })
  return plugins
}

/** Rules 1 to 5 and 7: own context and all around it, nearest first. */
function chain(plugin: Plugin): Plugin[] {
  const contexts: Plugin[] = []
  for (let context: Plugin | null = plugin.context; context !== null; context = context.parentContext)
    contexts.push(context)
  return contexts
}

/** Two schemas under one $id must not see each other. Of those drawn, the first in each line of contexts stays. */
function keepApart(plugins: Plugin[]): Plugin[] {
  for (const [index, plugin] of plugins.entries()) {
    plugin.same &&= !plugins
      .slice(0, index)
      .some((other) => other.same && (chain(plugin).includes(other.context) || chain(other).includes(plugin.context)))
  }
  return plugins
}

/** The plugin whose schema a route gets under the common $id; undefined where none is visible. */
function expectedSame(plugins: Plugin[], of: Plugin): string | undefined {
  const visible = chain(of)
  return plugins.find((plugin) => plugin.same && visible.includes(plugin.context))?.id
}

function expectedMarks(plugins: Plugin[], of: Plugin, kind: (typeof kinds)[number]): string[] {
  const visible = new Set(chain(of))
  return plugins.filter((plugin) => plugin[kind] && visible.has(plugin.context)).map((plugin) => plugin.id)
}

/** The error handler that answers: that of the nearest context that has one. Without any, the server's own. */
function expectedHandler(plugins: Plugin[], of: Plugin): string {
  for (const context of chain(of)) {
    const handling = plugins.find((plugin) => plugin.errorHandler && plugin.context === context)
    if (handling !== undefined) return handling.id
  }
  return 'default'
}

function register(instance: Server, plugin: Plugin, plugins: Plugin[]): void {
  const ids = plugins.map(({ id }) => id)
  instance.get(`/${plugin.id}`, async function (request, reply) {
    return {
      request: ids.filter((id) => request[id] === 'request'),
      reply: ids.filter((id) => reply[id] === 'reply'),
      instance: ids.filter((id) => this[id] === 'instance'),
      hook: reply.getHeader('x-hooks') ?? [],
      schema: ids.filter((id) => id in this.getSchemas()),
      parser: ids.filter((id) => this.hasContentTypeParser(`text/${id}`)),
    }
  })
  instance.get(`/${plugin.id}/fail`, async () => {
    throw new Error('as planned')
  })
  if (expectedSame(plugins, plugin) !== undefined) {
    const schema = { body: { $ref: 'same#' }, response: { 200: { $ref: 'same#' } } }
    instance.post(`/${plugin.id}/same`, { schema }, async () => Object.fromEntries(ids.map((id) => [id, id])))
  }
  if (!plugin.late) mark(instance, plugin)
  for (const child of plugin.children as Plugin[]) {
    const body = async (childInstance: Server) => register(childInstance, child, plugins)
    instance.register(child.wrapped ? (fastifyPlugin(body as Loose) as Loose) : body)
  }
  if (plugin.late) mark(instance, plugin)
}

function mark(instance: Server, { id, ...has }: Plugin): void {
  if (has.request) instance.decorateRequest(id, 'request')
  if (has.reply) instance.decorateReply(id, 'reply')
  if (has.instance) instance.decorate(id, 'instance')
  if (has.schema) instance.addSchema({ $id: id, type: 'object' })
  if (has.same) instance.addSchema({ $id: 'same', type: 'object', required: [id], properties: { [id]: { const: id } } })
  if (has.parser) instance.addContentTypeParser(`text/${id}`, async () => id)
  if (has.errorHandler) instance.setErrorHandler((_error, _request, reply) => reply.code(500).send({ message: id }))
  if (has.hook) {
    instance.addHook('onRequest', async (_request, reply) => {
      reply.header('x-hooks', [...(reply.getHeader('x-hooks') ?? []), id])
    })
  }
}

describe('SPEC 4.10 for any tree of plugins', function () {
  this.timeout(60_000)
  const create = useServers()

  it('each route sees exactly the values of the rules', async () => {
    await fc.assert(
      fc.asyncProperty(drawn(5), async (tree) => {
        const plugins = keepApart(laidOut({ ...tree, wrapped: false }))
        const server = create()
        register(server, plugins[0] as Plugin, plugins)
        for (const plugin of plugins) {
          const answer = await server.inject(`/${plugin.id}`)
          const seen = answer.json()
          for (const kind of kinds) {
            expect(seen[kind], `${kind} marks at ${plugin.id}`).to.have.members(expectedMarks(plugins, plugin, kind))
          }
          const same = expectedSame(plugins, plugin)
          if (same !== undefined) {
            const answers = await Promise.all(
              plugins.map(({ id }) => postJson(server, `/${plugin.id}/same`, { [id]: id })),
            )
            const passed = plugins.filter((_, index) => answers[index]?.statusCode === 200)
            expect(
              passed.map(({ id }) => id),
              `schemas at ${plugin.id}`,
            ).to.deep.equal([same])
            const sent = answers.find(({ statusCode }) => statusCode === 200)?.json()
            expect(sent, `serializer at ${plugin.id}`).to.deep.equal({ [same]: same })
          }
          const failed = await server.inject(`/${plugin.id}/fail`)
          const handler = failed.json().message === 'as planned' ? 'default' : failed.json().message
          expect(handler, `error handler at ${plugin.id}`).to.equal(expectedHandler(plugins, plugin))
        }
        await server.close()
      }),
      { numRuns: 60 },
    )
  })
})
