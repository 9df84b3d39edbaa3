import { createServer, type Instance } from 'alcove/core'
import { type InspectedContext, type InspectedRoute, type Inspection, inspect } from 'alcove/inspect'
import { createTestApp } from 'alcove/testing'

export async function inspectServer(declare: (server: Instance) => unknown): Promise<Inspection> {
  const server = createServer()
  await declare(server)
  await server.ready()
  const inspection = inspect(server)
  await server.close()
  return inspection
}

export async function inspectModule(Root: new () => object): Promise<Inspection> {
  await using app = await createTestApp(Root)
  return inspect(app)
}

export function contextOf({ contexts }: Inspection, name: string): InspectedContext {
  return contexts.find((context) => context.name === name)!
}

export function routeOf({ routes }: Inspection, id: string): InspectedRoute {
  return routes.find((route) => route.id === id)!
}
