/** The boot workloads as classes: one module each, or one controller for all routes. */
import { type Class, Controller, Get, Module, Post, type Request, Schema } from 'alcove'
import { moduleCount, routeSchema, routeSchemas, sharedSchema } from '../workloads/boot.js'

function emptyModule(): Class {
  @Module({})
  class Empty {}
  return Empty
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

function parentOf(makeChild: (index: number) => Class): Class {
  @Module({ imports: Array.from({ length: moduleCount }, (_, index) => makeChild(index)) })
  class App {}
  return App
}

/** Decorators are functions: here they are called for as many methods as there are routes. */
function routesModule(count: number): Class {
  class Routes {}
  for (const [index, { path, schema }] of routeSchemas(count).entries()) {
    const name = `read${index}`
    const method: PropertyDescriptor = { value: (request: Request) => request.params, configurable: true }
    Object.defineProperty(Routes.prototype, name, method)
    Get(path)(Routes.prototype, name, method)
    Schema(schema)(Routes.prototype, name, method)
  }
  Controller()(Routes)
  @Module({ controllers: [Routes] })
  class App {}
  return App
}

export const bootModules: Readonly<Record<string, () => Class>> = {
  B0: () => parentOf(emptyModule),
  B1: () => parentOf(sharedModule),
  R10: () => routesModule(10),
  R200: () => routesModule(200),
  R1000: () => routesModule(1000),
}
