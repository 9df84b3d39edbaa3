import { stepsOf } from '../support/json-pointer.js'
import { isRecord } from '../support/values.js'

/** Shared schemas by their `$id`. */
export type SchemaDocuments = ReadonlyMap<string, unknown>

/** The deepest nesting of a sample. A schema that refers to itself ends there. */
const deepest = 6
/** The most values of one sample. Without this limit, schemas with many references could make a sample of any size. */
const mostValues = 500

const formats: Readonly<Record<string, string>> = {
  date: '2030-01-31',
  time: '12:00:00Z',
  'date-time': '2030-01-31T12:00:00Z',
  email: 'someone@example.test',
  hostname: 'example.test',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.test/',
  url: 'https://example.test/',
  uuid: '00000000-0000-4000-8000-000000000000',
}

/** A sample value of a schema. It ignores keywords such as `pattern`, so the schema may refuse it. */
export function sampleValue(schema: unknown, documents: SchemaDocuments): unknown {
  return new Sampler(documents).sample(schema, schema, 0)
}

class Sampler {
  #made = 0

  constructor(private readonly documents: SchemaDocuments) {}

  /** `root`: the document of the schema, to which its local references refer. */
  sample(schema: unknown, root: unknown, depth: number): unknown {
    this.#made += 1
    if (!isRecord(schema) || depth > deepest || this.#made > mostValues) return null
    if (typeof schema.$ref === 'string') return this.#referred(schema.$ref, root, depth)
    for (const [given] of [
      [schema.example],
      asList(schema.examples),
      [schema.default],
      [schema.const],
      asList(schema.enum),
    ])
      if (given !== undefined) return given
    for (const branch of [...asList(schema.oneOf), ...asList(schema.anyOf)])
      if (!isRecord(branch) || branch.type !== 'null')
        return this.sample({ ...withoutBranches(schema), ...asRecord(branch) }, root, depth + 1)
    const parts = asList(schema.allOf).map((part) => this.sample(part, root, depth + 1))
    const own = this.#ofType(schema, root, depth)
    return parts.every(isRecord) && isRecord(own) ? Object.assign({}, ...parts, own) : (own ?? parts[0] ?? null)
  }

  #referred(ref: string, root: unknown, depth: number): unknown {
    const [id = '', pointer = ''] = ref.split('#')
    const document = id === '' ? root : this.documents.get(id)
    return this.sample(atPointer(document, pointer), document, depth + 1)
  }

  #ofType(schema: Record<string, unknown>, root: unknown, depth: number): unknown {
    switch (typeOf(schema)) {
      case 'object':
        return this.#object(schema, root, depth)
      case 'array':
        return this.#array(schema, root, depth)
      case 'string':
        return sampleText(schema)
      case 'integer':
      case 'number':
        return sampleNumber(schema)
      case 'boolean':
        return true
      default:
        return null
    }
  }

  #object({ properties, required }: Record<string, unknown>, root: unknown, depth: number): unknown {
    const names = new Set(asList(required))
    const wanted = Object.entries(asRecord(properties)).filter(([name]) => depth < 2 || names.has(name))
    return Object.fromEntries(wanted.map(([name, schema]) => [name, this.sample(schema, root, depth + 1)]))
  }

  #array({ items, minItems }: Record<string, unknown>, root: unknown, depth: number): unknown {
    if (Array.isArray(items)) return items.map((item) => this.sample(item, root, depth + 1))
    const count = Math.min(typeof minItems === 'number' ? Math.max(1, minItems) : 1, 5)
    return items === undefined ? [] : Array.from({ length: count }, () => this.sample(items, root, depth + 1))
  }
}

function typeOf({ type, properties, items }: Record<string, unknown>): unknown {
  if (Array.isArray(type)) return type.find((each) => each !== 'null')
  return type ?? (properties !== undefined ? 'object' : items !== undefined ? 'array' : undefined)
}

function sampleText({ format, minLength, maxLength }: Record<string, unknown>): string {
  const known = typeof format === 'string' ? formats[format] : undefined
  if (known !== undefined) return known
  const least = typeof minLength === 'number' ? Math.min(minLength, 1000) : 0
  return 'text'.padEnd(least, ' text').slice(0, typeof maxLength === 'number' ? maxLength : undefined)
}

function sampleNumber({ type, minimum, exclusiveMinimum, maximum, multipleOf }: Record<string, unknown>): number {
  const step = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : 1
  const above = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + (type === 'integer' ? 1 : step) : undefined
  const least = typeof minimum === 'number' ? minimum : above
  if (least !== undefined) return Math.ceil(least / step) * step
  return typeof maximum === 'number' && maximum < step ? Math.floor(maximum / step) * step : step
}

function withoutBranches({ oneOf: _oneOf, anyOf: _anyOf, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest
}

function atPointer(document: unknown, pointer: string): unknown {
  return stepsOf(pointer).reduce((found: unknown, key) => asRecord(found)[key], document)
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}
