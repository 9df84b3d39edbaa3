import type { PlainObject } from '../../support/values.js'
import { Check, type Presence, type SchemaWriter, type Scope } from '../emit/check.js'
import { propertyOf, rootPosition, valueAt } from '../emit/code-position.js'
import type { UnitCode } from '../emit/code-unit.js'
import type { NativeOptions } from '../emit/native-options.js'
import { Unsupported } from '../emit/unsupported.js'
import { type JsonType, testType } from '../emit/value-types.js'
import { isEmptySchema } from '../engines/native/schema-keywords.js'
import type { Keyword } from '../keywords/keyword.js'
import { groupOrder, inOrder, keywordOf } from '../keywords/table.js'
import { typesOf } from '../model/json-schema.js'
import { checkPattern, type Inner, type Part, type Parts, SchemaProblem } from './parts.js'

export interface MatchCodeParts {
  code: UnitCode
  parts: Parts
  options: NativeOptions
  /** An expression for the function that checks whether a value is valid for the target of a `$ref`. */
  refer: (target: Part) => string
}

/** The branch decides what a failure means. Nothing is removed, coerced or reported. */
const mode = { removes: false, isComposite: true, isBelowThen: false, isOfName: false, remembers: false }

/**
 * Code that validates a value of the application against a branch of its response schema. The keywords are those of
 * draft 7. No value is converted. An object whose `toJSON` returns a string counts as one.
 */
export class MatchCode implements SchemaWriter {
  readonly options: NativeOptions
  readonly code: UnitCode
  #around: Part | null = null

  constructor(private readonly given: MatchCodeParts) {
    this.options = given.options
    this.code = given.code
  }

  test(schema: Inner, value = 'value'): string {
    if (typeof schema === 'boolean') return String(schema)
    const keywords = this.#checksOf(schema)
    if (keywords.length === 0) return 'true'
    if (keywords.every(({ name }) => name === 'type')) return `(${typeTestOf(schema.schema, value)})`
    if (keywords.every(({ name }) => name === '$ref')) return this.#refer(schema, value)
    return `${this.functionOf(schema)}(out, ${value})`
  }

  functionOf(part: Part): string {
    return this.code.functionFor('match', part, '', () => {
      const outer = this.#around
      this.#around = part
      const statements = this.#statements(part)
      this.#around = outer
      return `(out, input) {\n${statements}\nreturn true\n}`
    })
  }

  #checksOf({ schema }: Part): Keyword[] {
    return Object.keys(schema).flatMap((name) => {
      const keyword = schema[name] === undefined ? undefined : keywordOf(name)
      if (keyword?.isOfDraft7 !== true) return []
      // A format that the server does not know is true for every value.
      if (name === 'format' && !this.options.formats().get(String(schema.format))) return []
      return keyword.emit !== undefined || name === 'type' || name === 'nullable' ? [keyword] : []
    })
  }

  #statements(part: Part): string {
    const used = inOrder(this.#checksOf(part), 8)
    const schema: PlainObject = {}
    // The last two are parts of `if`.
    for (const name of [...used.map(({ name }) => name), 'then', 'else']) schema[name] = part.schema[name]
    const { type, nullable } = schema
    const lines = nullable === true && type === undefined ? ['if (input === null) return true'] : []
    if (type !== undefined) lines.push(`if (!(${typeTestOf(schema, 'input')})) return false`)
    for (const pattern of patternsOf(schema)) checkPattern(pattern, this.options.flags, part)
    const scope = { ...rootPosition('', 'key'), mode, abort: 'return false', abortOfRef: 'return false' }
    for (const group of groupOrder[8]) {
      const check = new Check(schema, scope, group, this)
      const checks = used.filter(({ groups }) => groups.includes(group))
      const code = checks.map((keyword) => emit(keyword, check, part)).join('\n')
      if (code.trim() !== '') lines.push(group === 'any' ? code : `if (${testType(group, 'input', 8)}) {\n${code}\n}`)
    }
    return lines.join('\n')
  }

  #refer(part: Part, value: string): string {
    const target = this.given.parts.target(part)
    return typeof target === 'boolean' ? String(target) : `${this.given.refer(target)}(out, ${value})`
  }

  report(): string {
    return 'false'
  }

  pathOf(_: unknown, schemaPath: string): string {
    return schemaPath
  }

  isEmpty(schema: unknown): boolean {
    return isEmptySchema(schema, 8)
  }

  isMissing(value: string, name: string): string {
    return `${propertyOf(value, name)} === undefined`
  }

  writePart(schema: unknown, scope: Scope, presence: Presence): string {
    const code = this.writeValue(schema, scope)
    if (code === '') return ''
    return `{ const ${scope.value} = ${valueAt(scope)}\n${presence === 'always' ? '' : `if (${scope.value} !== undefined) `}${code} }`
  }

  writeValue(schema: unknown, { value, abort, schemaPath }: Scope): string {
    // The path is relative to the part around the schema.
    const part = this.given.parts.at(this.#around!, schema, decodeURIComponent(schemaPath))
    return unless(this.test(part, value), abort)
  }

  writeRef(_: PlainObject, { value, abort }: Scope): string {
    return unless(this.#refer(this.#around!, value), abort) // the part has this `$ref`
  }
}

/** The statement that leaves a schema when a test fails; empty: it never fails. */
function unless(test: string, abort: string): string {
  return test === 'true' ? '' : `if (!${test}) ${abort}`
}

function emit({ name, emit }: Keyword, check: Check, part: Part): string {
  try {
    return emit?.(check.schema[name], check) ?? ''
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error
    throw new SchemaProblem(part, `its "${name}" holds a value that is not JSON`)
  }
}

function patternsOf({ pattern, patternProperties }: PlainObject): readonly string[] {
  return [...(pattern === undefined ? [] : [String(pattern)]), ...Object.keys(Object(patternProperties))]
}

/**
 * Whether a value has a type of the schema of a branch. A value that becomes a string counts as one. A `Date` counts as
 * nothing else, because as an object it would lose everything.
 */
function typeTestOf(schema: PlainObject, value: string): string {
  const types = typesOf(schema)
  if (!types.includes('object')) return testTypes(types, value, 'isText')
  const test = testTypes(types, value)
  return types.includes('string') ? test : `(${test}) && !(${value} instanceof Date)`
}

/** @param isText the function that checks whether a value counts as a string; absent: only strings do */
export function testTypes(types: readonly string[], value: string, isText?: 'isText' | 'isTextual'): string {
  const testOf = (type: string) =>
    type === 'string' && isText ? `${isText}(${value})` : testType(type as JsonType, value, 8) // checked before
  return types.map(testOf).join(' || ')
}
