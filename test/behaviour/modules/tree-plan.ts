import fc from 'fast-check'

/** The declarations of one module of a random tree. */
export interface NodePlan {
  readonly id: number
  readonly wrapped: boolean
  readonly prefixed: boolean
  readonly requestValue: boolean
  readonly contextValue: boolean
  /** A wrapped plugin function decorates the instance. */
  readonly plugin: boolean
  readonly hook: boolean
  readonly schema: boolean
  /** A schema under the one `$id` that all nodes share, with other content in each. */
  readonly common: boolean
  readonly errorHandler: boolean
  /** Provides its id under the one token that all nodes share. */
  readonly word: boolean
  /** Lists the class that injects that token. */
  readonly owner: boolean
  readonly children: readonly NodePlan[]
}

type Draft = Omit<NodePlan, 'id' | 'children'> & { readonly children: readonly Draft[] }

/** Rare enough that most nodes have to look outwards for it. */
const seldom = fc.integer({ min: 0, max: 3 }).map((number) => number === 3)

const draftOfDepth = (depth: number): fc.Arbitrary<Draft> =>
  fc.record({
    wrapped: fc.boolean(),
    prefixed: fc.boolean(),
    requestValue: fc.boolean(),
    contextValue: fc.boolean(),
    plugin: fc.boolean(),
    hook: fc.boolean(),
    schema: fc.boolean(),
    common: seldom,
    errorHandler: seldom,
    word: seldom,
    owner: seldom,
    children: depth === 1 ? fc.constant([]) : fc.array(draftOfDepth(depth - 1), { maxLength: 3 }),
  })

/** Module trees up to five levels deep that are legal to boot. */
export const planArbitrary: fc.Arbitrary<NodePlan> = draftOfDepth(5).map((draft) => legal(numbered(draft)))

export function nodesOf(plan: NodePlan): NodePlan[] {
  return [plan, ...plan.children.flatMap(nodesOf)]
}

function numbered(draft: Draft): NodePlan {
  let next = 0
  const visit = (node: Draft, isRoot: 'root' | 'below'): NodePlan => {
    const id = next
    next += 1
    const wrapped = isRoot === 'below' && node.wrapped
    return {
      ...node,
      id,
      wrapped,
      prefixed: node.prefixed && !wrapped,
      children: node.children.map((child) => visit(child, 'below')),
    }
  }
  return visit(draft, 'root')
}

/** The nodes that land in the context of a node: itself and the wrapped ones below it. */
function membersOf(owner: NodePlan): NodePlan[] {
  return [owner, ...owner.children.filter(({ wrapped }) => wrapped).flatMap(membersOf)]
}

/**
 * Removes declarations that no application may have: in one context, two error handlers or two providers of one token.
 * A schema under an `$id` that an outer context uses is removed too.
 */
function legal(root: NodePlan): NodePlan {
  const dropped = {
    errorHandler: new Set<number>(),
    word: new Set<number>(),
    owner: new Set<number>(),
    common: new Set<number>(),
  }
  const keepFirst = (members: readonly NodePlan[], mark: keyof typeof dropped): boolean => {
    const holders = members.filter((node) => node[mark])
    for (const extra of holders.slice(1)) dropped[mark].add(extra.id)
    return holders.length > 0
  }
  const visit = (owner: NodePlan, outer: { readonly common: boolean }): void => {
    const members = membersOf(owner)
    keepFirst(members, 'errorHandler')
    keepFirst(members, 'word')
    keepFirst(members, 'owner')
    if (outer.common) for (const { id } of members) dropped.common.add(id)
    const common = outer.common || keepFirst(members, 'common')
    for (const member of members) {
      for (const child of member.children) if (!child.wrapped) visit(child, { common })
    }
  }
  visit(root, { common: false })

  const rebuild = (node: NodePlan): NodePlan => ({
    ...node,
    errorHandler: node.errorHandler && !dropped.errorHandler.has(node.id),
    word: node.word && !dropped.word.has(node.id),
    owner: node.owner && !dropped.owner.has(node.id),
    common: node.common && !dropped.common.has(node.id),
    children: node.children.map(rebuild),
  })
  return rebuild(root)
}
