/** The workloads that grow, as classes: one module each, or one controller for all routes. */
import {
  type Class,
  Controller,
  Get,
  Hook,
  Module,
  Post,
  type Request,
  type RouteSchema,
  requestValue,
  Schema,
} from 'alcove'
import { firstAnswer, moduleCount, routeSchema, routeSchemas, sharedSchema } from '../workloads/boot.js'
import * as scale from '../workloads/scale.js'
import type { BenchRequest } from '../workloads/workload.js'

function emptyModule(): Class {
  @Module({})
  class Empty {}
  return Empty
}

@Controller()
class First {
  @Get('/first')
  read() {
    return firstAnswer
  }
}

function sharedModule(index: number): Class {
  @Controller()
  class Items {
    @Post(`/items${index}`)
    @Schema(routeSchema(index))
    create(request: Request) {
      return request.body
    }
  }
  @Module({ schemas: [sharedSchema(index)], controllers: [Items] })
  class Shared {}
  return Shared
}

const Context = requestValue<number>('context')

function scaleModule(index: number): Class {
  @Module({
    decorateRequest: [Context.is(index)],
    controllers: [controllerOf([scaleRoute(index, scale.contextCount)])],
  })
  class Part {
    @Hook('onRequest')
    pass(_request: object, _reply: object, done: () => void) {
      done()
    }
  }
  return Part
}

function parentOf(count: number, makeChild: (index: number) => Class, controllers: Class[] = []): Class {
  @Module({ controllers, imports: Array.from({ length: count }, (_, index) => makeChild(index)) })
  class App {}
  return App
}

interface Route {
  readonly path: string
  readonly schema: RouteSchema | null
  handle(request: Request): unknown
}

function scaleRoute(index: number, count: number): Route {
  return {
    path: scale.routePath(index),
    schema: scale.isMeasured(index, count) ? scale.schema : null,
    handle: (request) => scale.answer(request as unknown as BenchRequest), // its context is decorated by the module
  }
}

/** Decorators are functions: here they are called for as many methods as there are routes. */
function controllerOf(routes: readonly Route[]): Class {
  class Routes {}
  const methods = routes.map(({ handle }): PropertyDescriptor => {
    return { value: (request: Request) => handle(request), configurable: true }
  })
  // A class has all of its methods before its decorators run.
  for (const [index, method] of methods.entries()) Object.defineProperty(Routes.prototype, `read${index}`, method)
  for (const [index, { path, schema }] of routes.entries()) {
    const name = `read${index}`
    const method = methods[index]!
    Get(path)(Routes.prototype, name, method)
    if (schema !== null) Schema(schema)(Routes.prototype, name, method)
  }
  Controller()(Routes)
  return Routes
}

function moduleOf(controller: Class): Class {
  @Module({ controllers: [controller] })
  class App {}
  return App
}

export function schemaRoutes(count: number): Class {
  return moduleOf(controllerOf(routeSchemas(count).map((route) => ({ ...route, handle: (request) => request.params }))))
}

function scaleRoutes(count: number): Class {
  return moduleOf(controllerOf(Array.from({ length: count }, (_, index) => scaleRoute(index, count))))
}

export const bootModules: Readonly<Record<string, () => Class>> = {
  R10: () => schemaRoutes(10),
  R200: () => schemaRoutes(200),
  R1000: () => schemaRoutes(1000),
  R5000: () => schemaRoutes(5000),
  B0: () => parentOf(moduleCount, emptyModule, [First]),
  B1: () => parentOf(moduleCount, sharedModule),
  B1000: () => parentOf(1000, emptyModule, [First]),
  N10: () => scaleRoutes(10),
  N1000: () => scaleRoutes(1000),
  N5000: () => scaleRoutes(5000),
  C1000: () => parentOf(scale.contextCount, scaleModule),
}
