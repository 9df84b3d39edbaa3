import type { ContextDraft } from '../context/context-draft.js'
import type { RouteDraft } from '../context/route-draft.js'
import type { ContextDescription, RouteDescription } from '../contracts/description.js'
import type { Instance } from '../contracts/instance.js'
import { hookNames } from '../lifecycle/hook-names.js'
import { requestParts } from '../support/request-parts.js'
import { draftOf } from './open-context.js'

/** What another layer knows of a context: a part of its description that takes the place of the core's. */
export type DescribeMore = (instance: Instance) => Partial<ContextDescription>

/** The context of an instance and those below, as plain JSON: what each holds itself. */
export function describeContexts(instance: Instance, more: DescribeMore = () => ({})): ContextDescription {
  return describeContext(draftOf(instance), more)
}

function describeContext(draft: ContextDraft, more: DescribeMore): ContextDescription {
  const { name, prefix, errorHandler, notFound } = draft
  return {
    name,
    prefix,
    decorations: {
      instance: [...draft.instanceDecorations].map(String),
      request: [...draft.requestDecorations.keys()].map(String),
      reply: [...draft.replyDecorations.keys()].map(String),
    },
    hooks: hookNames.flatMap((hook) => draft.hooks[hook].map((fn) => ({ name: hook, function: fn.name }))),
    schemas: draft.schemas.own().map((schema) => schema.$id),
    plugins: draft.pluginNames.slice(1),
    providers: [],
    wrapped: [],
    errorHandler: errorHandler !== null,
    notFoundHandler: notFound !== null,
    ...more(draft.instance),
    routes: draft.routes.filter((route) => !route.implicit).flatMap(describeRoute),
    children: draft.children.map((child) => describeContext(child, more)),
  }
}

function describeRoute({ options, methods }: RouteDraft): RouteDescription[] {
  const { url, handler, schema = {} } = options
  const parts = [...requestParts, 'response'].filter((part) => schema[part] !== undefined)
  return methods.map((method) => ({ method, url, handler: handler.name, schema: parts }))
}
