import { treeCodes } from '../../errors/tree-codes.js'
import type { Report } from '../../support/report.js'
import type { ContextPlan, ModulePlan } from './context-plan.js'

/** A declaration of which a context can have one, and its module. */
interface Claim {
  readonly what: string
  readonly by: string
}

/**
 * Refuses two compilers, formatters or not-found handlers in one context: the second would silently replace the first.
 */
export function refuseTwinSingles(context: Pick<ContextPlan, 'name' | 'members'>, report: Report): void {
  const claims = context.members.flatMap(claimsOf)
  if (claims.length < 2) return
  const first = new Map<string, string>()
  for (const { what, by } of claims) {
    const earlier = first.get(what)
    if (earlier === undefined) first.set(what, by)
    else report(new treeCodes.ALC_ERR_DECLARED_TWICE(what, earlier, by, context.name))
  }
}

function claimsOf({ node, members }: ModulePlan): Claim[] {
  const { validatorCompiler, serializerCompiler, schemaErrorFormatter } = node.fact
  const claims: Claim[] = []
  if (validatorCompiler !== null) claims.push({ what: 'The validator compiler', by: node.name })
  if (serializerCompiler !== null) claims.push({ what: 'The serializer compiler', by: node.name })
  if (schemaErrorFormatter !== null) claims.push({ what: 'The schema error formatter', by: node.name })
  for (const { member } of members) {
    if (member.schemaErrorFormatter) claims.push({ what: 'The schema error formatter', by: member.name })
    if (member.notFoundHandler) claims.push({ what: 'The not-found handler', by: member.name })
  }
  return claims
}
