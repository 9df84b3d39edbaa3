import { treeCodes } from '../../errors/tree-codes.js'
import type { Report } from '../../support/report.js'
import { readProperty } from '../../support/values.js'
import type { ErrorType } from '../decorators/facts.js'
import type { ClassPlan, ContextPlan, ControllerPlan } from './context-plan.js'
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
export function refuseTwinSingles({ name, members }: Pick<ContextPlan, 'name' | 'members'>, report: Report): void {
  const claims = members.flatMap((module) => {
    const own = { by: module.node.name, report: reportAtClass(report, module.Class) }
    return [...claimsOfOptions(module.node.fact, own), ...claimsOfMethods(module, report)]
  })
  refuseTwins(claims, name)
}

/** Refuses two formatters, or two error handlers of one type, in a controller. */
export function refuseTwinsOfController(plan: ControllerPlan, report: Report): void {
  const own = { by: `@Controller of ${plan.build.name}`, report: reportAtClass(report, plan.Class) }
  refuseTwins([...claimsOfOptions(plan.fact.options, own), ...claimsOfMethods(plan, report)], plan.build.name)
}

/** Refuses two error handlers of one type in a class for `@Use`. */
export function refuseTwinsOfUsed(plan: ClassPlan, report: Report): void {
  refuseTwins(claimsOfMethods(plan, report), plan.build.name)
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

const formatter = 'The schema error formatter'

type Compilers = 'validatorCompiler' | 'serializerCompiler' | 'schemaErrorFormatter'

function claimsOfOptions(options: { readonly [K in Compilers]?: unknown }, own: Pick<Claim, 'by' | 'report'>): Claim[] {
  const claims: Claim[] = []
  if (options.validatorCompiler) claims.push({ what: 'The validator compiler', ...own })
  if (options.serializerCompiler) claims.push({ what: 'The serializer compiler', ...own })
  if (options.schemaErrorFormatter) claims.push({ what: formatter, ...own })
  return claims
}

function claimsOfMethods({ members }: ClassPlan, report: Report): Claim[] {
  return members.flatMap(({ member }) => {
    const own = { by: member.name, report: reportAtMember(report, member) }
    const claims: Claim[] = []
    if (member.schemaErrorFormatter) claims.push({ what: formatter, ...own })
    if (member.notFoundHandler) claims.push({ what: 'The not-found handler', ...own })
    for (const { type } of member.errorHandlers) {
      const what = type === null ? 'The handler of every error' : `The handler of ${titleOf(type)}`
      claims.push({ what, type, ...own })
    }
    return claims
  })
}

/** Names that the classes of all error codes share. */
const sharedNames: ReadonlySet<string> = new Set(['AlcoveError', 'FastifyError', 'Error'])

/** The name of a class of errors, or its code if other classes have the same name. */
export function titleOf(type: ErrorType): string {
  const code = readProperty(type, 'code')
  return typeof code === 'string' && sharedNames.has(type.name) ? code : type.name
}
