import type { RouteContract } from '../../context/route-contract.js'
import { formOf, type UserFunction } from '../../lifecycle/function-form.js'
import type { Member } from '../decorators/read-facts.js'
import { objectBody, typedParameters } from './typed-parameters.js'

/**
 * The contract of a method of a controller, from its declaration and from the parts that the controller adds.
 *
 * @param contested parts and values that have two schemas, so the schema of their parameters is not known
 */
export function contractOf(
  member: Member,
  contested: ReadonlySet<string>,
  { method, ...given }: Pick<RouteContract, 'arounds' | 'named' | 'unvalidated'> & { method: UserFunction },
): RouteContract {
  return {
    member: member.name,
    status: member.status,
    parameters: typedParameters(member).filter(({ part, property }) => {
      return !contested.has(part) && !contested.has(`${part} "${property}"`)
    }),
    objectBody: objectBody(member),
    bodySchema: bodySchema(member),
    method,
    takesReply: takesReply(member, method),
    takesBody: takesBody(member, method),
    ...given,
  }
}

function bodySchema({ parameters }: Member): number | null {
  const index = (parameters ?? []).findIndex((source) => source.from === 'body' && source.schema !== null)
  return index === -1 ? null : index + 1
}

/** Whether a handler takes the reply, by which it can set another status. */
function takesReply({ parameters }: Member, run: UserFunction): boolean {
  if (parameters === null) return formOf(run, 2) !== 'returns'
  return parameters.some(({ from }) => from === 'reply' || from === 'own')
}

/** Whether a handler takes the body, or the request, which has the body. */
function takesBody({ parameters }: Member, { length }: { readonly length: number }): boolean {
  if (parameters === null) return length > 0
  return parameters.some(({ from }) => from === 'body' || from === 'request' || from === 'own')
}
