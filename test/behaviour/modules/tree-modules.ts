import {
  Controller,
  contextValue,
  ErrorHandler,
  Get,
  Inject,
  Injectable,
  type Instance,
  Module,
  PluginWrapped,
  pluginWrapper,
  provide,
  type Reply,
  type Request,
  requestValue,
  Schema,
  token,
  Use,
} from 'alcove'
import type { Arrange } from '../../support/shuffle.js'
import type { RootModule } from './app.js'
import type { ModuleOptions } from './marks.js'
import type { NodePlan } from './tree-plan.js'

const Word = token<number>('word')

@Injectable()
class Owner {
  constructor(@Inject(Word.optional) readonly word?: number) {}
}
const OwnerToken = token<Owner>('owner')

/** Ids of the nodes whose hooks ran, per request. */
const trails = new WeakMap<Request, number[]>()

function probe(id: number, sees: { readonly common: boolean }): RootModule[] {
  @Controller(`/n${id}`)
  class Probe {
    @Get()
    see(request: Request) {
      return {
        requestValues: idsIn(request, 'r'),
        contextValues: idsIn(request.server, 'c'),
        plugins: idsIn(request.server, 'q'),
        schemas: Object.keys(request.server.getSchemas())
          .filter((name) => name.startsWith('s'))
          .map((name) => Number(name.slice(1)))
          .sort((a, b) => a - b),
        trail: trails.get(request) ?? [],
      }
    }
    @Get('/providers')
    providers(@Inject(Word.optional) word?: number, @Inject(OwnerToken.optional) owner?: Owner) {
      return { word: word ?? null, owner: owner !== undefined, ownerWord: owner?.word ?? null }
    }
    @Get('/fail')
    fail(): never {
      throw new Error('on purpose')
    }
  }

  @Controller(`/n${id}`)
  class CommonProbe {
    @Get('/common')
    @Schema({ querystring: { $ref: 'common#' } })
    read(request: Request) {
      return request.query
    }
  }
  return sees.common ? [Probe, CommonProbe] : [Probe]
}

function idsIn(carrier: object, letter: string): number[] {
  const ids: number[] = []
  for (let id = 0; id < 400; id += 1) if (Reflect.get(carrier, `${letter}${id}`) === id) ids.push(id)
  return ids
}

function optionsOf(plan: NodePlan, arrange: Arrange): ModuleOptions {
  const { id } = plan
  const common = { $id: 'common', type: 'object', properties: { mark: { type: 'integer', default: id } } }
  return {
    ...(plan.prefixed && { prefix: `/p${id}` }),
    decorateRequest: plan.requestValue ? [requestValue<number>(`r${id}`).is(id)] : [],
    plugins: plan.plugin ? [pluginWrapper(async (instance: Instance) => void instance.decorate(`q${id}`, id))] : [],
    decorate: plan.contextValue ? [contextValue<number>(`c${id}`).is(id)] : [],
    schemas: arrange([...(plan.schema ? [{ $id: `s${id}`, type: 'string' }] : []), ...(plan.common ? [common] : [])]),
    providers: arrange([
      ...(plan.word ? [provide(Word, { useValue: id })] : []),
      ...(plan.owner ? [provide(OwnerToken, { useClass: Owner })] : []),
    ]),
  }
}

/** The module classes of a plan, with every list and every key in the order that `arrange` gives. */
export function modulesOf(plan: NodePlan, seesCommon: ReadonlySet<number>, arrange: Arrange): RootModule {
  const options: ModuleOptions = {
    ...optionsOf(plan, arrange),
    imports: arrange(plan.children.map((child) => modulesOf(child, seesCommon, arrange))),
    controllers: arrange(probe(plan.id, { common: seesCommon.has(plan.id) })),
  }
  const built = classOf(plan)
  Module(Object.fromEntries(arrange(Object.entries(options))))(built)
  if (plan.wrapped) PluginWrapped()(built)
  if (plan.hook) {
    Use('onRequest', async (request: Request) => {
      trails.set(request, [...(trails.get(request) ?? []), plan.id])
    })(built)
  }
  return built
}

function classOf({ id, errorHandler }: NodePlan): RootModule {
  if (!errorHandler) return class Node {}
  class HandlingNode {
    @ErrorHandler()
    handle(_error: Error, _request: Request, reply: Reply) {
      reply.code(500).send({ handler: id })
    }
  }
  return HandlingNode
}
