/**
 * `node --expose-gc --no-compilation-cache schema-flood.js`: prints the bytes that servers keep after requests have
 * compiled new schemas again and again. Before the first measurement, each server compiles as many schemas as a bounded
 * cache may keep. V8's own cache of code is off, because V8 empties it only if memory is tight.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { createServer } from 'alcove/core'
import type { Loose } from './subject.js'

const collect = globalThis.gc as () => void
const kept = 100
/** So many schemas would take 6 MB if a server kept them. */
const more = 100

const shared = {
  $id: 'shared',
  type: 'object',
  properties: { a: { type: 'string' }, of: { type: 'object', properties: { b: { type: 'string' } } } },
}

/** Each request makes its own schema of 60 kB of text. It has values and names beside those of a shared schema. */
function schemaOf(index: number): object {
  const text = Buffer.alloc(30_000, `${index}.`).toString('latin1')
  const of = { type: 'object', properties: { [text]: { type: 'string' } } }
  return {
    type: 'object',
    allOf: [{ $ref: 'shared#' }, { properties: { a: { type: 'string', enum: [text, 'a'] }, of } }],
  }
}

const uses: Record<string, (request: Loose, reply: Loose, schema: object) => unknown> = {
  compileValidationSchema: (request, _, schema) => request.compileValidationSchema(schema, 'body')({ a: 'a' }),
  validateInput: (request, _, schema) => request.validateInput({ a: 'a' }, schema),
  compileSerializationSchema: (_, reply, schema) => reply.compileSerializationSchema(schema)({ a: 'a' }),
  serializeInput: (_, reply, schema) => reply.serializeInput({ a: 'a' }, schema),
}

const options: Record<string, object> = {
  native: {},
  'ajv 6': { validatorengine: { engine: 'ajv' }, serializerOpts: { engine: 'fast-json-stringify' } },
  'ajv 8': { validatorengine: { version: 8, engine: 'ajv' } },
}

async function measure(engine: string, use: string): Promise<number> {
  const server = createServer(options[engine])
  server.addSchema(shared)
  let count = 0
  server.get('/', (request: Loose, reply: Loose) => {
    uses[use]?.(request, reply, schemaOf(count++))
    return 'done'
  })
  const send = async (times: number) => {
    for (let time = 0; time < times; time++) await server.inject('/')
    for (let round = 0; round < 3; round++) {
      await wait(20)
      collect()
    }
    return process.memoryUsage().heapUsed
  }
  const before = await send(kept)
  const held = (await send(more)) - before
  await server.close()
  return held
}

const held: Record<string, number> = {}
for (const engine of Object.keys(options)) {
  for (const use of Object.keys(uses)) {
    if (engine !== 'ajv 8' || use === 'validateInput') held[`${use}, ${engine}`] = await measure(engine, use)
  }
}
console.log(JSON.stringify(held))
