import {
  bootstrap,
  Controller,
  ErrorHandler,
  Get,
  Guard,
  type ImportEntry,
  Inject,
  Module,
  PluginWrapped,
  provide,
  type Reply,
  type Request,
  token,
  use,
} from 'alcove'
import { expect } from 'chai'
import fc from 'fast-check'
import { bounds, patience, seeded } from './bounds.js'

/**
 * One module class in several places. Each place is a context of its own, with the guards, providers, prefixes and
 * error handlers of that place. The trees of test/behaviour/modules have each class once.
 */
interface Plan {
  wrapped: boolean
  guarded: boolean
  provides: boolean
  handles: boolean
  /** A function returns its imports. */
  thunk: boolean
  /** How its parent imports it: once as it is, or under each of these prefixes. */
  prefixes: string[]
  children: Plan[]
}

const plans = (depth: number): fc.Arbitrary<Plan> =>
  fc.record({
    wrapped: fc.integer({ min: 0, max: 3 }).map((number) => number === 0),
    guarded: fc.boolean(),
    provides: fc.boolean(),
    handles: fc.boolean(),
    thunk: fc.boolean(),
    prefixes: fc.subarray(['/a', '/b', '/c']),
    children: depth === 0 ? fc.constant([]) : fc.array(plans(depth - 1), { maxLength: 2 }),
  })

interface Node extends Omit<Plan, 'children'> {
  id: number
  children: Node[]
}

const isOnce = ({ wrapped, guarded, provides, handles }: Plan, own: Set<string>) => {
  const given = {
    guarded,
    provides: provides && !(wrapped && own.has('box')),
    handles: handles && !(wrapped && own.has('handler')),
  }
  if (given.provides) own.add('box')
  if (given.handles) own.add('handler')
  return given
}

/** Numbers the plan; of those that share a context, one may hold the provider and one the handler. */
function numbered(plan: Plan): Node {
  let next = 0
  const visit = (plan: Plan, around: Set<string>, wrapped: boolean): Node => {
    const id = next++
    const own = wrapped ? around : new Set<string>()
    const given = isOnce({ ...plan, wrapped }, own)
    const prefixes = wrapped ? [] : plan.prefixes
    return {
      ...plan,
      ...given,
      id,
      wrapped,
      prefixes,
      children: plan.children.map((child) => visit(child, own, child.wrapped)),
    }
  }
  return visit(plan, new Set(), false)
}

let boxes = 0
class Box {
  readonly number = ++boxes
}
const BoxToken = token<Box>('box')

type ModuleClass = Parameters<typeof bootstrap>[0]

function classOf(node: Node): ModuleClass {
  const { id } = node
  @Controller(`/n${id}`)
  class Probe {
    @Get() see(@Inject(BoxToken.optional) box?: Box) {
      return { box: box?.number ?? null }
    }
    @Get('/fail') fail(): never {
      throw Object.assign(new Error('planned'), { statusCode: 418 })
    }
  }
  class Plain {}
  class Handling {
    @ErrorHandler() handle(error: { statusCode?: number }, _request: Request, reply: Reply) {
      reply.code(error.statusCode ?? 500).send({ by: id })
    }
  }
  const built = node.handles ? Handling : Plain
  const imports = node.children.flatMap((child): ImportEntry[] => {
    const inner = classOf(child)
    return child.prefixes.length === 0 ? [inner] : child.prefixes.map((prefix) => use(inner, { prefix }))
  })
  Module({
    controllers: [Probe],
    providers: node.provides ? [provide(BoxToken, { useClass: Box })] : [],
    imports: node.thunk ? () => imports : imports,
  })(built)
  if (node.guarded) Guard((request: Request) => request.headers['x-deny'] !== String(id))(built)
  if (node.wrapped) PluginWrapped()(built)
  return built
}

interface Context {
  outer: Context | null
  members: Node[]
}

interface Place {
  node: Node
  context: Context
  url: string
}

function placesOf(node: Node, outer: Context | null, base: string): Place[] {
  const prefixes = node.prefixes.length === 0 || outer === null ? [''] : node.prefixes
  return prefixes.flatMap((prefix) => {
    const context = node.wrapped && outer !== null ? outer : { outer, members: [] }
    context.members.push(node)
    const here = { node, context, url: `${base}${prefix}/n${node.id}` }
    return [here, ...node.children.flatMap((child) => placesOf(child, context, base + prefix))]
  })
}

/** The context of a place and all around it, nearest first. */
function chainOf(context: Context): Context[] {
  return context.outer === null ? [context] : [context, ...chainOf(context.outer)]
}

describe(seeded('random trees with one module in several places'), function () {
  this.timeout(patience)

  it('give each place its own context: guards, handlers and providers of SPEC.md 4.10', async () => {
    await fc.assert(
      fc.asyncProperty(plans(3), async (plan) => {
        const root = numbered(plan)
        const places = placesOf(root, null, '')
        const app = bootstrap(classOf(root))
        const built = new Map<Context, number>()
        try {
          for (const { context, url } of places) {
            const chain = chainOf(context)
            const owner = chain.find(({ members }) => members.some(({ provides }) => provides))
            const { box } = (await app.inject(url)).json()
            if (owner === undefined) expect(box, url).to.equal(null)
            else
              expect(box, url)
                .to.equal(built.get(owner) ?? box)
                .and.not.equal(null)
            if (owner !== undefined) built.set(owner, box)

            const failed = await app.inject(`${url}/fail`)
            const handling = chain.flatMap(({ members }) => members.filter(({ handles }) => handles))
            expect(failed.statusCode).to.equal(418)
            expect(failed.json().by, url).to.equal(handling[0]?.id)

            for (const { node } of places.filter(({ node }) => node.guarded)) {
              const denied = await app.inject({ url, headers: { 'x-deny': String(node.id) } })
              const isGuarding = chain.some(({ members }) => members.includes(node))
              expect(denied.statusCode, `${url} past guard ${node.id}`).to.equal(isGuarding ? 403 : 200)
            }
          }
          expect(new Set(built.values()).size, 'boxes').to.equal(built.size)
        } finally {
          await app.close()
        }
      }),
      bounds(40),
    )
  })
})
