import type { NodePlan } from './tree-plan.js'

/** The values that the routes of one module see. */
export interface Sight {
  readonly url: string
  readonly requestValues: readonly number[]
  readonly contextValues: readonly number[]
  readonly plugins: readonly number[]
  readonly schemas: readonly number[]
  /** Ids of the nodes whose hooks run: one sorted group per context, the outermost first. */
  readonly hooks: readonly (readonly number[])[]
  readonly common: number | null
  readonly errorHandler: number | null
  readonly word: number | null
  /** The word that the visible owner was built with; `undefined` when no owner is visible. */
  readonly ownerWord: number | null | undefined
}

interface Context {
  readonly parent: Context | null
  readonly members: NodePlan[]
}

/**
 * SPEC.md 4.10, and nothing else. Values of a context are visible there and below (rules 1 to 5 and 7). Values of a
 * wrapped module belong to the context that contains it (rule 6). Providers are built from the values that their own
 * context sees.
 */
export function sightsOf(root: NodePlan): Map<number, Sight> {
  const places: { node: NodePlan; context: Context; prefix: string }[] = []

  const place = (node: NodePlan, outer: Context | null, outerPrefix: string): void => {
    const context: Context = node.wrapped && outer !== null ? outer : { parent: outer, members: [] }
    context.members.push(node)
    const prefix = node.prefixed ? `${outerPrefix}/p${node.id}` : outerPrefix
    places.push({ node, context, prefix })
    for (const child of node.children) place(child, context, prefix)
  }
  place(root, null, '')

  return new Map(places.map(({ node, context, prefix }) => [node.id, sightFrom(context, `${prefix}/n${node.id}`)]))
}

function sightFrom(context: Context, url: string): Sight {
  const chain = chainOf(context)
  const visible = chain.flatMap(({ members }) => members)
  const owning = chain.findLast(({ members }) => members.some(({ owner }) => owner))
  return {
    url,
    requestValues: idsOf(visible.filter(({ requestValue }) => requestValue)),
    contextValues: idsOf(visible.filter(({ contextValue }) => contextValue)),
    plugins: idsOf(visible.filter(({ plugin }) => plugin)),
    schemas: idsOf(visible.filter(({ schema }) => schema)),
    hooks: chain.map(({ members }) => idsOf(members.filter(({ hook }) => hook))),
    common: visible.find(({ common }) => common)?.id ?? null,
    errorHandler: visible.findLast(({ errorHandler }) => errorHandler)?.id ?? null,
    word: wordFor(context),
    ownerWord: owning && wordFor(owning),
  }
}

function chainOf(context: Context): Context[] {
  return context.parent === null ? [context] : [...chainOf(context.parent), context]
}

function wordFor(context: Context): number | null {
  const nearest = chainOf(context).findLast(({ members }) => members.some(({ word }) => word))
  return nearest?.members.find(({ word }) => word)?.id ?? null
}

function idsOf(nodes: readonly NodePlan[]): number[] {
  return nodes.map(({ id }) => id).sort((a, b) => a - b)
}
