import type { ContextDescription, RouteDescription } from '../contracts/description.js'
import type { EntryKind, InspectedContext, InspectedRoute, Inspection } from '../contracts/inspection.js'
import { hookNames } from '../lifecycle/hook-names.js'

/**
 * The result of `describe()`: the contexts of an inspection as a tree. Each context lists only its own entries and
 * routes.
 */
export function describe({ contexts, routes, root }: Inspection): ContextDescription {
  const contextById = new Map(contexts.map((context) => [context.id, context]))
  const routeById = new Map(routes.map((route) => [route.id, route]))
  const describeContext = (id: string): ContextDescription => {
    const context = contextById.get(id)! // the ids come from the same inspection
    const own = context.routes.map((each) => routeById.get(each)!)
    return { ...describeEntries(context), routes: describeRoutes(own), children: context.children.map(describeContext) }
  }
  return describeContext(root)
}

function describeEntries({ name, prefix, entries }: InspectedContext): Omit<ContextDescription, 'routes' | 'children'> {
  const namesOf = (kind: EntryKind) => entries.flatMap((entry) => (entry.kind === kind ? [entry.name] : []))
  const has = (kind: EntryKind) => entries.some((entry) => entry.kind === kind)
  return {
    name,
    prefix,
    decorations: {
      instance: namesOf('context value'),
      request: namesOf('request value'),
      reply: namesOf('reply value'),
    },
    hooks: hookNames.flatMap((hook) => {
      return entries.flatMap((entry) => (entry.point === hook ? [{ name: hook, function: entry.name }] : []))
    }),
    schemas: namesOf('schema'),
    plugins: namesOf('plugin'),
    providers: namesOf('provider'),
    wrapped: namesOf('wrapped module'),
    errorHandler: has('error handler'),
    notFoundHandler: has('not-found handler'),
  }
}

function describeRoutes(routes: readonly InspectedRoute[]): RouteDescription[] {
  return routes
    .filter(({ implicit }) => !implicit)
    .map(({ method, url, handler, schemas }) => {
      const parts = schemas.map(({ part }) => (part.startsWith('response') ? 'response' : part))
      return { method, url, handler, schema: [...new Set(parts)] }
    })
}
