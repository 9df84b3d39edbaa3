import type { ContextView } from '../../context/context.js'
import type { ReportedFailure, ValidateFunction, VisibleSchemas } from '../../contracts/schema.js'
import { createSchemaCompilers } from '../../schema/compiler/compilers.js'
import type { SchemaCompiler } from '../../schema/compiler/schema-compiler.js'
import { visitSchemas } from '../../schema/model/walk.js'
import { pointerTo } from '../../support/json-pointer.js'
import { isPlainObject, type PlainObject, readProperty } from '../../support/values.js'
import type { KeywordProblem } from './idle-keywords.js'

/** A value that a schema shows, with the place of the schema that describes it. */
interface ShownValue {
  readonly of: string
  readonly pointer: string
  readonly value: unknown
}

/** The `$id` for a schema of a route that has none. Its own references stay within it. */
const ownId = 'examined-schema'

/**
 * Finds values of `default`, `example` and `examples` that their schema refuses, in a schema and in those within it. It
 * does not follow `$ref`. Conversion and defaults are those of the server.
 */
export function findInvalidValues(schema: unknown, view: ContextView, compiler: SchemaCompiler): KeywordProblem[] {
  return isPlainObject(schema) ? invalidOf(shownValues(schema), schema, { schemas: view.schemas, compiler }) : []
}

/** Finds values of the OpenAPI key `examples` of a route that its body schema refuses. */
export function findInvalidExamples(
  { body, examples }: PlainObject,
  view: ContextView,
  compiler: SchemaCompiler,
): KeywordProblem[] {
  if (!isPlainObject(body) || !isPlainObject(examples)) return []
  const shown = Object.entries(examples).flatMap(([name, example]) => {
    const value = readProperty(example, 'value')
    return value === undefined ? [] : [{ of: '', pointer: pointerTo('', name, 'value'), value }]
  })
  return invalidOf(shown, body, { schemas: view.schemas, compiler })
}

function invalidOf(shown: readonly ShownValue[], schema: PlainObject, visible: Visible): KeywordProblem[] {
  if (shown.length === 0) return []
  const places = [...new Set(shown.map(({ of }) => of))]
  const validate = compileParts(schema, places, visible)
  if (validate === null) return []
  return shown.flatMap(({ of, pointer, value }) => {
    const failure = failureOf(validate, String(places.indexOf(of)), value)
    if (failure === null) return []
    return [{ pointer, problem: `does not match its schema: ${failure}. Correct one of them.` }]
  })
}

function shownValues(root: PlainObject): ShownValue[] {
  const found: ShownValue[] = []
  visitSchemas(root, (schema, of) => {
    const add = (value: unknown, ...at: string[]) => found.push({ of, pointer: pointerTo(of, ...at), value })
    for (const keyword of ['default', 'example']) if (schema[keyword] !== undefined) add(schema[keyword], keyword)
    if (!Array.isArray(schema.examples)) return
    for (const [index, value] of schema.examples.entries()) add(value, 'examples', String(index))
  })
  return found
}

interface Visible {
  readonly schemas: VisibleSchemas
  readonly compiler: SchemaCompiler
}

/**
 * A function that validates an object, whose property `0` is of the schema at the first place. Null if the compiler
 * refuses the schema in this form.
 */
function compileParts(
  schema: PlainObject,
  places: readonly string[],
  { schemas, compiler }: Visible,
): ValidateFunction | null {
  const hasId = typeof schema.$id === 'string' && !schema.$id.startsWith('#')
  const id = hasId ? String(schema.$id).replace(/#$/, '') : ownId
  const compilers = createSchemaCompilers(
    {
      schemas: { ...schemas, [id]: { ...schema, $id: id } },
      compiler,
      serializerOptions: {},
      compile: 'boot',
      controller: null,
      findElsewhere: () => [],
    },
    null,
  )
  const properties = Object.fromEntries(places.map((place, index) => [index, { $ref: `${id}#${place}` }]))
  try {
    return compilers.compileValidator({
      schema: { type: 'object', properties },
      method: 'POST',
      url: '/',
      httpPart: 'body',
    })
  } catch {
    return null
  }
}

/** The first failure of a value; null: the schema accepts it, or only its own code can validate it. */
function failureOf(validate: ValidateFunction, key: string, value: unknown): string | null {
  try {
    if (validate({ [key]: structuredClone(value) }) !== false) return null
  } catch {
    return null
  }
  const [failure] = validate.errors ?? []
  return failure === undefined ? null : describeFailure(failure, `/${key}`)
}

function describeFailure({ instancePath, dataPath, message = 'is not valid' }: ReportedFailure, root: string): string {
  const path = instancePath ?? dataPath ?? ''
  // With the option jsonPointers: false a path has another form.
  return path === root || !path.startsWith(root) ? message : `"${path.slice(root.length)}" ${message}`
}
