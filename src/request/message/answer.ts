import type { Answer } from '../../contracts/answer.js'
import type { HeaderValue } from '../../contracts/reply.js'
import { replyCodes } from '../../errors/message-codes.js'
import { moduleCodes } from '../../errors/module-codes.js'
import { containRejection, describeValue, isPlainObject } from '../../support/values.js'

type AnswerHeaders = Readonly<Record<string, HeaderValue>>

const noHeaders: AnswerHeaders = {}

/** The result of `answer()`: an answer with its own status. */
export class ChosenAnswer {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly headers: AnswerHeaders,
  ) {}
}

/** A proxy can be thrown, and may itself throw when `instanceof` inspects it. */
export function isChosenAnswer(value: unknown): value is ChosenAnswer {
  try {
    return value instanceof ChosenAnswer
  } catch {
    return false
  }
}

/**
 * An answer with its status, which a handler returns or throws (docs/guide/controllers.md). On a route with response
 * schemas TypeScript compares the body with the schema of exactly this status. It rejects a status that the route does
 * not declare.
 *
 * @example
 * ```ts
 * @Get('/:id')
 * @Schema({ response: { 200: { type: 'string' }, 404: { type: 'object', properties: { title: { type: 'string' } } } } })
 * read(@Param('id') id: string) {
 *   return id === '1' ? 'Emma' : answer(404, { title: 'There is no such book' })
 * }
 * ```
 * @throws FST_ERR_BAD_STATUS_CODE if the status is not an integer from 200 to 599
 * @throws ALC_ERR_DECLARATION_ARGUMENT if the headers are not a plain object
 */
export function answer<const Status extends number>(status: Status): Answer<Status, undefined>
export function answer<const Status extends number, const Body>(
  status: Status,
  body: Body,
  headers?: AnswerHeaders,
): Answer<Status, Body>
export function answer(status: number, body?: unknown, headers: AnswerHeaders = noHeaders): Answer {
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    containRejection(status) // a promise that is not awaited
    throw new replyCodes.FST_ERR_BAD_STATUS_CODE(String(status))
  }
  if (headers !== noHeaders && !isPlainObject(headers)) {
    const wanted = "an object of headers by their names, such as { 'x-total': 7 }"
    throw new moduleCodes.ALC_ERR_DECLARATION_ARGUMENT('answer(status, body, …)', describeValue(headers), wanted)
  }
  return new ChosenAnswer(status, body, headers) as unknown as Answer // its other members exist only in the types
}
