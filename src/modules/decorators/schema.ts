import type { RouteSchema } from '../../contracts/schema.js'
import type { Shared } from '../../contracts/shared.js'
import type { WrittenRouteSchema, WrittenSchema } from '../../contracts/written-schema.js'
import { errorCodes } from '../../errors/table.js'
import { isStandardSchema } from '../../standard/standard-schema.js'
import { isRecord } from '../../support/values.js'
import { checkArguments, refuseFurther } from './check-arguments.js'
import { methodDecorator, misuse, wrongArgument, wrongDeclaration } from './decorator.js'
import type { MethodReturning } from './decorator-types.js'
import type { CheckingDecorator } from './handler-check.js'

/** A decorator of handlers whose return type fits the 2xx responses of route schema S. */
export type SchemaDecorator<S> = CheckingDecorator<MethodReturning<unknown>, [S]>

/**
 * The schema of a route (docs/guide/validation.md, docs/guide/serialization.md). Its parts are `body`, `querystring`
 * (or `query`), `params`, `headers`, `response` by status, and the keys of an OpenAPI operation.
 *
 * A part is a JSON Schema, a short form (`{ page: { type: 'integer' } }`), or schemas by media type (`{ content: … }`).
 * It can also be a schema of zod, valibot or arktype. `as const` is not needed inline. Several `@Schema` on a method
 * are merged.
 *
 * The compiler checks the return type of the handler against the 2xx responses (docs/guide/types.md). The return value
 * must have the required properties with their types. Further properties are dropped.
 *
 * @example
 * ```ts
 * @Get('/:id')
 * @Schema({
 *   params: { id: { type: 'integer' } },
 *   response: { 200: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } },
 * })
 * read() {
 *   return { name: 'Ada' }
 * }
 * ```
 * @throws ALC_ERR_DECORATOR_TWICE if two `@Schema` of a method declare the same part
 * @throws ALC_ERR_SCHEMA_PART at boot, for a misspelt part
 * @throws ALC_ERR_PATH_PARAMETER at boot, for `params` that the path does not have
 */
export function Schema<const S>(schema: WrittenRouteSchema<S>): SchemaDecorator<S>
export function Schema(...given: [schema: unknown]): SchemaDecorator<unknown> {
  checkArguments('Schema', given)
  const [schema] = given
  const decorator = methodDecorator('Schema', (facts, where) => {
    if (!isRecord(schema)) {
      const wanted = 'an object with body, querystring, params, headers or response'
      throw wrongArgument('Schema', where, schema, wanted)
    }
    return { schema: merge(where, schema, facts.schema) }
  })
  return decorator as unknown as SchemaDecorator<unknown> // only types know the comparison
}

/**
 * Merges the schemas of two decorators. Returns the object itself if there is only one schema, which then compiles once
 * for all its routes.
 */
function merge(where: string, upper: RouteSchema, lower: RouteSchema | null): RouteSchema {
  if (lower === null) return upper
  const merged: Record<string, unknown> = { ...lower, ...upper }
  for (const part of Object.keys(upper)) {
    if (!(part in lower)) continue
    const pair = [upper[part], lower[part]]
    if (part !== 'response' || !pair.every(isRecord)) throw twice(where, `${part} schema`)
    const status = Object.keys(Object(pair[0])).find((name) => name in Object(pair[1]))
    if (status !== undefined) throw twice(where, `response ${status}`)
    merged.response = Object.assign({}, ...pair)
  }
  return merged
}

function twice(where: string, what: string): Error {
  return misuse('ALC_ERR_DECORATOR_TWICE', 'Schema', where, what)
}

/**
 * A shared schema (docs/guide/shared-schemas.md): the schema with its `$id`, for a module's `schemas`, and `ref` to
 * refer to it from other schemas. `Infer<typeof User>` is its type. A local `#/definitions/…` in it refers to the
 * schema itself.
 */
export function shared<const Id extends string, const S extends object>(
  $id: Id,
  schema: WrittenSchema<S>,
): Shared<Id, S>
export function shared(...given: [$id: string, schema: unknown]): object {
  const [$id, schema] = given
  if (typeof $id !== 'string' || $id === '') throw new errorCodes.FST_ERR_SCH_MISSING_ID('shared(…)')
  if (isStandardSchema(schema)) {
    const { vendor } = schema['~standard']
    const wanted = `a JSON Schema object. A schema of ${vendor} needs no $id: write it where it is used, as in @Body(schema)`
    throw wrongDeclaration(`shared('${$id}', …)`, schema, wanted)
  }
  if (!isRecord(schema)) {
    throw wrongDeclaration(`shared('${$id}', …)`, schema, 'a JSON Schema object')
  }
  refuseFurther(`shared('${$id}', …)`, given, 2)
  // `ref` is not enumerable, so code that reads the keys sees the schema only.
  return Object.defineProperty({ ...schema, $id }, 'ref', { value: Object.freeze({ $ref: `${$id}#` }) })
}
