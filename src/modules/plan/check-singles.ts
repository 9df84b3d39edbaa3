import { treeCodes } from '../../errors/tree-codes.js'
import type { Report } from '../../support/report.js'
import { readProperty } from '../../support/values.js'
import type { ErrorType } from '../decorators/facts.js'
import type { Member } from '../decorators/read-facts.js'
import type { ClassPlan, ContextPlan, MemberPlan, ModulePlan } from './context-plan.js'
import { reportAtClass, reportAtMember } from './report-at.js'

/** A declaration that a context can have once, and its module or method. */
interface Claim {
  readonly what: string
  /** The class of an error handler. Its name is not enough, because several classes may have one name. */
  readonly type?: ErrorType | null
  readonly by: string
  readonly report: Report
}

/**
 * Refuses two compilers, formatters, not-found handlers or error handlers of one type in one context. The second would
 * silently replace the first.
 */
export function refuseTwinSingles(context: Pick<ContextPlan, 'name' | 'members'>, report: Report): void {
  refuseTwins(
    context.members.flatMap((module) => claimsOf(module, report)),
    context.name,
  )
}

/** Refuses two error handlers of one type in a controller or a class for `@Use`. */
export function refuseTwinErrorHandlers({ build, members }: ClassPlan, report: Report): void {
  refuseTwins(
    members.flatMap((each) => errorHandlersOf(each, report)),
    build.name,
  )
}

function refuseTwins(claims: readonly Claim[], context: string): void {
  if (claims.length < 2) return
  const first = new Map<unknown, string>()
  for (const { what, type, by, report } of claims) {
    const key = type ?? what
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, by)
    else report(new treeCodes.ALC_ERR_DECLARED_TWICE(what, earlier, by, context))
  }
}

function claimsOf({ node, members }: ModulePlan, report: Report): Claim[] {
  const { validatorCompiler, serializerCompiler, schemaErrorFormatter } = node.fact
  const own = { by: node.name, report: reportAtClass(report, node.Class) }
  const claims: Claim[] = []
  if (validatorCompiler !== null) claims.push({ what: 'The validator compiler', ...own })
  if (serializerCompiler !== null) claims.push({ what: 'The serializer compiler', ...own })
  if (schemaErrorFormatter !== null) claims.push({ what: 'The schema error formatter', ...own })
  for (const plan of members) {
    const { member } = plan
    if (member.schemaErrorFormatter) claims.push(claimOf('The schema error formatter', member, report))
    if (member.notFoundHandler) claims.push(claimOf('The not-found handler', member, report))
    claims.push(...errorHandlersOf(plan, report))
  }
  return claims
}

function errorHandlersOf({ member }: MemberPlan, report: Report): Claim[] {
  return member.errorHandlers.map(({ type }) => {
    const what = type === null ? 'The handler of every error' : `The handler of ${titleOf(type)}`
    return { ...claimOf(what, member, report), type }
  })
}

function claimOf(what: string, member: Member, report: Report): Claim {
  return { what, by: member.name, report: reportAtMember(report, member) }
}

/** Names that the classes of all error codes share. */
const sharedNames: ReadonlySet<string> = new Set(['AlcoveError', 'FastifyError', 'Error'])

/** The name of a class of errors, or its code if other classes have the same name. */
export function titleOf(type: ErrorType): string {
  const code = readProperty(type, 'code')
  return typeof code === 'string' && sharedNames.has(type.name) ? code : type.name
}
