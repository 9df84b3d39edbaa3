import { annotations, isExtension } from '../../keywords/table.js'
import { isPlainObject, type PlainObject } from '../../model/plain-data.js'
import type { Group } from './value-types.js'

export const groups = ['number', 'string', 'array', 'object'] as const

/** What keywords are about, as bits: all keywords of a schema are read in one go. */
const about = { number: 1, string: 2, array: 4, object: 8, parts: 16, value: 32, nobody: 64 } as const

const keywords = new Map<string, number>([
  ...['maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'multipleOf'].map(are(about.number)),
  ...['maxLength', 'minLength', 'pattern'].map(are(about.string)),
  ['format', about.number | about.string],
  ...['maxItems', 'minItems', 'uniqueItems'].map(are(about.array)),
  ['items', about.array | about.parts],
  ...['maxProperties', 'minProperties', 'required', 'properties', 'additionalProperties'].map(
    are(about.object | about.parts),
  ),
  ...['$ref', 'type', 'const', 'enum'].map(are(about.value)),
  ...['$id', 'default', 'nullable', 'definitions', '$defs', ...annotations].map(are(0)),
])

function are(bits: number): (keyword: string) => [string, number] {
  return (keyword) => [keyword, bits]
}

/** What the keywords of a schema are about. */
export class Keywords {
  readonly #bits: number

  constructor(schema: PlainObject) {
    let bits = 0
    for (const keyword of Object.keys(schema)) {
      if (schema[keyword] !== undefined) bits |= keywords.get(keyword) ?? (isExtension(keyword) ? 0 : about.nobody)
    }
    this.#bits = bits
  }

  /** Whether there is any rule. */
  get tellSomething(): boolean {
    return this.#bits !== 0
  }

  /** Whether there are rules for all of them. */
  get areUnderstood(): boolean {
    return (this.#bits & about.nobody) === 0
  }

  /** Whether a value has parts that there may be rules for. */
  get ofParts(): boolean {
    return (this.#bits & about.parts) !== 0
  }

  isAbout(group: Group): boolean {
    return (this.#bits & about[group]) !== 0
  }
}

/** Whether a schema has any rule. */
export function tellsSomething(schema: unknown): boolean {
  return isPlainObject(schema) ? new Keywords(schema).tellSomething : schema !== true
}

export function hasParts(schema: PlainObject): boolean {
  return new Keywords(schema).ofParts
}

/** What may stand beside a `$ref` and says nothing. */
const refKeywords: ReadonlySet<string> = new Set(['$ref', '$id', 'definitions', '$defs'])

export function isOnlyRef(schema: PlainObject): boolean {
  return Object.keys(schema).every((keyword) => refKeywords.has(keyword))
}
