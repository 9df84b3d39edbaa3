import { type ContractOptions, contract, type RouteContract } from '../../context/route-contract.js'
import type { RouteShorthandOptions } from '../../contracts/route.js'
import type { RouteName } from '../../contracts/schema.js'
import { contractCodes } from '../../errors/contract-codes.js'
import { isRecord } from '../../support/values.js'

/** The status of answers for which no code sets a status, as in Fastify. */
export const defaultStatus = 200

/**
 * The status of a route's answers if `reply.code` sets no status. It is `@Status`, or the only 2xx status in the
 * schema, or the default status. Routes of plugins always have the default. It is read after the `onRoute` hooks,
 * because they may add responses.
 *
 * @throws ALC_ERR_STATUS
 */
export function readSuccessStatus(options: RouteShorthandOptions & ContractOptions, route: RouteName): number {
  const declared = options[contract]
  if (declared === undefined) return defaultStatus
  const { exact, hasClass } = declaredSuccess(options.schema?.response)
  const title = `${declared.member} (${route.method} ${route.url})`
  if (declared.status !== null) {
    const isDeclared = exact.includes(declared.status) || (hasClass && isSuccess(declared.status))
    if (isDeclared || (exact.length === 0 && !hasClass)) return declared.status
    throw undeclared(title, declared.status, hasClass ? [...exact, '2xx'] : exact)
  }
  const [only, ...more] = exact
  if (only === undefined || hasClass || exact.includes(defaultStatus)) return defaultStatus
  if (more.length === 0) return only
  throw ambiguous(title, exact)
}

/** The 2xx statuses that have a response schema, and whether a schema covers the whole class. */
export function declaredSuccess(response: unknown): { exact: number[]; hasClass: boolean } {
  if (!isRecord(response)) return { exact: [], hasClass: false }
  const keys = Object.keys(response).filter((key) => response[key] !== undefined)
  const exact = keys.map(Number).filter(isSuccess)
  return { exact, hasClass: keys.some((key) => key.toLowerCase() === '2xx') }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299
}

function undeclared(title: string, status: RouteContract['status'], declared: readonly (number | string)[]): Error {
  const problem = `has @Status(${status}), but its schema declares ${listed(declared)}`
  const advice = `Declare a response for ${status}, or write a declared status into @Status`
  return new contractCodes.ALC_ERR_STATUS(title, problem, advice)
}

function ambiguous(title: string, declared: readonly number[]): Error {
  const problem = `declares ${listed(declared)}, and a returned value can have only one of these statuses`
  const choices = declared.map((status) => `@Status(${status})`)
  return new contractCodes.ALC_ERR_STATUS(title, problem, `Write ${choices.join(' or ')} above the method`)
}

function listed(statuses: readonly (number | string)[]): string {
  return `${statuses.length === 1 ? 'only the status' : 'the statuses'} ${statuses.join(', ')}`
}
