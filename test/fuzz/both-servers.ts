import { createServer, type Instance } from 'alcove/core'
import type { ValidatorEngineOptions } from '#dist/contracts/validator-options.js'
import { isMisread, misread } from './both-validators.js'
import { isRecord, textOf } from './copies.js'
import type { Asked, Case } from './wide-cases.js'

/** The visible results of one request for a client, and through it for a handler. */
export interface Answer {
  status: number
  text: string
}

/**
 * A server with the case's schemas on two routes each, the second with `attachValidation`. Its shared schemas are in a
 * context beside another one, in which the same `$id`s are other schemas.
 */
function serverOf({ shared, asked, compile }: Case, validatorengine: ValidatorEngineOptions): Instance {
  const server = createServer({ validatorengine, compile })
  server.register((beside, _options, done) => {
    for (const { $id } of shared) beside.addSchema({ $id, definitions: { one: { const: 'beside' } } })
    const schema = {
      type: 'object',
      properties: Object.fromEntries(shared.map(({ $id }) => [$id, { $ref: `${$id}#` }])),
    }
    beside.post('/beside', { schema: { body: schema } }, () => 'beside')
    done()
  })
  server.register((instance, _options, done) => {
    for (const schema of structuredClone(shared)) instance.addSchema(schema)
    const schemas = new Map(asked.map(({ schema }) => [schema, structuredClone(schema)]))
    for (const [index, { part, schema }] of asked.entries()) {
      for (const attachValidation of [false, true]) {
        instance.route({
          method: 'POST',
          url: `/${attachValidation ? 'attached' : 'plain'}/${index}${part === 'params' ? '/:a/:b/:c' : ''}`,
          schema: { [part]: schemas.get(schema) },
          attachValidation,
          handler: ({ body, query, params, headers, validationError }) => {
            const failed = validationError && { ...validationError, message: validationError.message }
            return failed ? { failed } : { body, query, params, headers }
          },
        })
      }
    }
    done()
  })
  return server
}

/** The answers of a server to all values of a case, one after the other. The code if it does not start. */
export async function answersOf(given: Case, engine: ValidatorEngineOptions): Promise<(Answer | string)[]> {
  const server = serverOf(given, engine)
  try {
    const refusal: { code: string } | null = await server.ready().then(
      () => null,
      (error) => error,
    )
    if (refusal !== null) return [isMisread(refusal) ? misread : String(refusal.code)]
    const answers: Answer[] = []
    for (const [index, { part, values }] of given.asked.entries()) {
      for (const value of values) {
        answers.push(await answerTo(server, `/plain/${index}`, part, value))
        answers.push(await answerTo(server, `/attached/${index}`, part, value))
      }
    }
    return answers
  } finally {
    await server.close()
  }
}

async function answerTo(server: Instance, url: string, part: Asked['part'], value: unknown): Promise<Answer> {
  const pairs = isRecord(value) ? pairsOf(value) : []
  const ofPath = (name: string) => encodeURIComponent(pairs.find(([own]) => own === name)?.[1] ?? '-').slice(0, 90)
  const path = part === 'params' ? `/${['a', 'b', 'c'].map(ofPath).join('/')}` : ''
  const query = part === 'querystring' ? `?${new URLSearchParams(pairs)}` : ''
  const sent = pairs.filter(([name, text]) => tokens.test(name) && visible.test(text) && !reserved.has(name))
  const { statusCode, payload } = await server.inject({
    method: 'POST',
    url: `${url}${path}${query}`,
    headers: {
      'content-type': 'application/json',
      ...(part === 'headers' && Object.fromEntries(sent)),
    },
    payload: part === 'body' ? jsonOf(value) : '{}',
  })
  return { status: statusCode, text: payload }
}

const tokens = /^[a-z][a-z0-9-]*$/
const visible = /^[!-~]*$/
const reserved = new Set(['constructor', 'length'])

function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? 0 : inner)) ?? 'null'
}

function pairsOf(value: Record<string, unknown>): [string, string][] {
  return Object.entries(value).flatMap(([name, inner]) =>
    [inner].flat().map((one): [string, string] => [encodable(name), encodable(textOf(one))]),
  )
}

/** Lone halves of surrogates have no encoding. */
function encodable(text: string): string {
  return Buffer.from(text).toString()
}
