import { createServer, type Instance, pluginWrapper } from 'alcove/core'
import { expect } from 'chai'
import fc from 'fast-check'
import { type Arrange, shuffledBy } from '../support/shuffle.js'
import { bounds, patience, seeded } from './bounds.js'

/** The registrations of one context, each a line of its own; none of them needs another one before it. */
const kinds = ['request', 'reply', 'instance', 'schema', 'parser', 'hook', 'handler', 'formatter', 'notFound'] as const
type Kind = (typeof kinds)[number]

interface Plan {
  kinds: Kind[]
  wrapped: boolean
  prefixed: boolean
  children: Plan[]
}

const plans = (depth: number): fc.Arbitrary<Plan> =>
  fc.record({
    kinds: fc.subarray([...kinds]),
    wrapped: fc.integer({ min: 0, max: 2 }).map((number) => number === 0),
    prefixed: fc.boolean(),
    children: depth === 0 ? fc.constant([]) : fc.array(plans(depth - 1), { maxLength: 3 }),
  })

interface Node extends Omit<Plan, 'children'> {
  id: string
  url: string
  prefix: string
  children: Node[]
}

/** Names the nodes, and leaves out what two of one context may not both register. */
function numbered(plan: Plan): Node {
  let next = 0
  const visit = (plan: Plan, outer: string, single: Set<Kind>, isRoot: boolean): Node => {
    const id = `n${next++}`
    const isWrapped = plan.wrapped && !isRoot
    const prefix = plan.prefixed && !isWrapped && !isRoot ? `/${id}` : ''
    const own = isWrapped ? single : new Set<Kind>()
    const kept = plan.kinds.filter((kind) => {
      if (!['handler', 'formatter', 'notFound'].includes(kind)) return true
      const isFree = !own.has(kind) && (kind !== 'notFound' || prefix !== '' || isRoot)
      own.add(kind)
      return isFree
    })
    const base = outer + prefix
    const children = plan.children.map((child) => visit(child, base, own, false))
    return { id, kinds: kept, wrapped: isWrapped, prefixed: plan.prefixed, prefix, url: `${base}/${id}`, children }
  }
  return visit(plan, '', new Set(), true)
}

function nodesOf(node: Node): Node[] {
  return [node, ...node.children.flatMap(nodesOf)]
}

const registrations: Record<Kind, (instance: Instance, id: string) => void> = {
  request: (instance, id) => void instance.decorateRequest(`r${id}`, id),
  reply: (instance, id) => void instance.decorateReply(`p${id}`, id),
  instance: (instance, id) => void instance.decorate(`i${id}`, id),
  schema: (instance, id) => void instance.addSchema({ $id: id, type: 'string' }),
  parser: (instance, id) => void instance.addContentTypeParser(`x/${id}`, { parseAs: 'string' }, async () => id),
  hook: (instance, id) => {
    instance.addHook('onRequest', async (_request, reply) => void reply.header(`x-${id}`, 'hook'))
  },
  handler: (instance, id) =>
    void instance.setErrorHandler((_error, _request, reply) => reply.code(500).send({ by: id })),
  formatter: (instance, id) => void instance.setSchemaErrorFormatter(() => new Error(`formatted by ${id}`)),
  notFound: (instance, id) => void instance.setNotFoundHandler((_request, reply) => reply.code(404).send({ by: id })),
}

function register(instance: Instance, node: Node, arrange: Arrange): void {
  const { id } = node
  const numeric = { type: 'object', properties: { n: { type: 'integer' } } }
  const steps: (() => void)[] = [
    ...node.kinds.map((kind) => () => registrations[kind](instance, id)),
    ...node.children.map((child) => () => {
      const plugin = async (inner: Instance) => register(inner, child, arrange)
      if (child.wrapped) instance.register(pluginWrapper(plugin))
      else instance.register(plugin, { prefix: child.prefix })
    }),
    () => void instance.post(`/${id}`, (request, reply) => seenBy(request.server, request, reply)),
    () => void instance.get(`/${id}/fail`, () => Promise.reject(new Error('planned'))),
    () => void instance.get(`/${id}/invalid`, { schema: { querystring: numeric } }, () => 'valid'),
  ]
  for (const step of arrange(steps)) step()
}

function seenBy(instance: Instance, request: object, reply: object) {
  const those = (carrier: object, letter: string) => {
    return Array.from({ length: 60 }, (_, number) => `${letter}n${number}`).filter((name) => Reflect.has(carrier, name))
  }
  const parsers = Array.from({ length: 60 }, (_, number) => `x/n${number}`)
  return {
    request: those(request, 'r'),
    reply: those(reply, 'p'),
    instance: those(instance, 'i'),
    schemas: Object.keys(instance.getSchemas()).sort(),
    parsers: parsers.filter((type) => instance.hasContentTypeParser(type)),
  }
}

async function observed(root: Node, arrange: Arrange): Promise<unknown> {
  const server = createServer()
  register(server, root, arrange)
  try {
    const answers: Record<string, unknown> = {}
    for (const { url } of nodesOf(root)) {
      for (const [method, path] of [
        ['POST', url],
        ['GET', `${url}/fail`],
        ['GET', `${url}/invalid?n=x`],
        ['GET', `${url}/no`],
      ] as const) {
        const { statusCode, headers, payload } = await server.inject({ method, url: path })
        const hooks = Object.keys(headers)
          .filter((name) => name.startsWith('x-n'))
          .sort()
        answers[`${method} ${path}`] = { statusCode, hooks, body: JSON.parse(payload) }
      }
    }
    return answers
  } finally {
    await server.close()
  }
}

describe(seeded('registration in any order'), function () {
  this.timeout(patience)

  it('lets each route see and answer the same', async () => {
    await fc.assert(
      fc.asyncProperty(plans(3), fc.nat(), async (plan, number) => {
        const root = numbered(plan)
        const asWritten = await observed(root, (items) => [...items])
        expect(await observed(root, shuffledBy(number))).to.deep.equal(asWritten)
      }),
      bounds(40),
    )
  })
})
