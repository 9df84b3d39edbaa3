import { literalOf } from '../../support/literal.js'
import type { Format } from '../emit/native-options.js'
import { isInherited, isPlainObject, type PlainObject } from '../model/plain-data.js'
import { checkPattern, type PatternFlags } from './merged.js'
import type { Inner, Part, Parts } from './parts.js'
import { testType } from './type-tests.js'

export interface MatchCodeParts {
  parts: Parts
  flags: PatternFlags
  formats: () => ReadonlyMap<string, Format>
  /** An expression for the function that tells whether a value is valid for what a `$ref` leads to. */
  refer: (target: Part) => string
}

/**
 * Code that tells whether a value of the application is valid for a branch of its response schema, by the keywords of
 * draft 7. Nothing is converted; what has a `toJSON` counts as a string, for it becomes one.
 */
export class MatchCode {
  readonly #given: MatchCodeParts
  readonly #functions: string[] = []
  readonly #numbers = new Map<Part, number>()
  readonly #constants = new Map<string, number>()

  constructor(given: MatchCodeParts) {
    this.#given = given
  }

  /** What has to stand before the expressions. */
  get declarations(): readonly string[] {
    const constants = [...this.#constants].map(([code, number]) => `const constant${number} = ${code}`)
    return [...constants, ...this.#functions]
  }

  /** An expression for whether the value of a variable is valid. */
  test(schema: Inner, value = 'value'): string {
    if (typeof schema === 'boolean') return String(schema)
    const keywords = Object.keys(schema.schema).filter((keyword) => rules.has(keyword) || keyword === '$ref')
    if (keywords.length === 0) return 'true'
    if (keywords.every((keyword) => keyword === 'type')) return `(${testType(schema.schema, value)})`
    if (keywords.every((keyword) => keyword === '$ref')) return this.#refer(schema, value)
    return `${this.functionOf(schema)}(out, ${value})`
  }

  /** The name of the function that tells it. */
  functionOf(schema: Part): string {
    const known = this.#numbers.get(schema)
    if (known !== undefined) return `match${known}`
    const number = this.#functions.push('') - 1
    this.#numbers.set(schema, number)
    const statements = this.#statements(schema).join('\n')
    this.#functions[number] = `function match${number}(out, value) {\n${statements}\nreturn true\n}`
    return `match${number}`
  }

  #refer(part: Part, value: string): string {
    const target = this.#given.parts.target(part)
    return typeof target === 'boolean' ? String(target) : `${this.#given.refer(target)}(out, ${value})`
  }

  #statements(part: Part): string[] {
    const { schema } = part
    const lines: string[] = []
    if (typeof schema.$ref === 'string') lines.push(unless(this.#refer(part, 'value')))
    if (schema.nullable === true && schema.type === undefined) lines.unshift('if (value === null) return true')
    if (schema.type !== undefined) lines.push(unless(testType(schema, 'value')))
    for (const keyword of ['const', 'enum', 'not', 'allOf', 'anyOf', 'oneOf'] as const) {
      if (schema[keyword] !== undefined) lines.push(this.#ofValue(part, keyword))
    }
    if (schema.if !== undefined) lines.push(this.#ofCondition(part))
    for (const group of groups) {
      const inner = group.rules.flatMap((keyword) =>
        schema[keyword] === undefined ? [] : this[group.name](part, keyword),
      )
      if (inner.length > 0) lines.push(`if (${group.test}) {\n${inner.join('\n')}\n}`)
    }
    return lines
  }

  #ofValue(part: Part, keyword: 'const' | 'enum' | 'not' | 'allOf' | 'anyOf' | 'oneOf'): string {
    const given = part.schema[keyword]
    if (keyword === 'const') return unless(`isEqual(value, ${this.#constant(literalOfJson(given))})`)
    if (keyword === 'not') return `if (${this.#inner(part, given, keyword)}) return false`
    if (!Array.isArray(given)) return ''
    if (keyword === 'enum') return unless(`isAmong(value, ${this.#constant(literalOfJson(given))})`)
    const tests = given.map((each, index) => this.#inner(part, each, keyword, String(index)))
    if (keyword === 'allOf') return tests.map(unless).join('\n')
    if (keyword === 'anyOf') return unless(tests.join(' || '))
    return [
      'let valid = 0',
      ...tests.map((test) => `if (${test} && ++valid > 1) return false`),
      unless('valid === 1'),
    ].join('\n')
  }

  #ofCondition(part: Part): string {
    const { schema } = part
    const [then, otherwise] = (['then', 'else'] as const).map((keyword) => {
      return schema[keyword] === undefined ? 'true' : this.#inner(part, schema[keyword], keyword)
    })
    return unless(`${this.#inner(part, schema.if, 'if')} ? ${then} : ${otherwise}`)
  }

  number({ schema }: Part, keyword: string): string[] {
    const limit = Number(schema[keyword])
    if (keyword === 'format') return this.#ofFormat(schema, 'number')
    if (keyword === 'multipleOf') return [unless(`isMultiple(value, ${limit})`)]
    return [unless(`value ${comparisons[keyword]} ${limit}`)]
  }

  string(part: Part, keyword: string): string[] {
    const { schema } = part
    if (keyword === 'maxLength') return [`if (isLong(value, ${Number(schema.maxLength)})) return false`]
    if (keyword === 'minLength') return [`if (isShort(value, ${Number(schema.minLength)})) return false`]
    if (keyword === 'format') return this.#ofFormat(schema, 'string')
    return [unless(`${this.#pattern(String(schema.pattern), part)}.test(value)`)]
  }

  array(part: Part, keyword: string): string[] {
    const { schema } = part
    const { items } = schema
    if (keyword === 'maxItems') return [unless(`value.length <= ${Number(schema.maxItems)}`)]
    if (keyword === 'minItems') return [unless(`value.length >= ${Number(schema.minItems)}`)]
    if (keyword === 'uniqueItems') return schema.uniqueItems === true ? [unless('findEqual(value) === null')] : []
    if (keyword === 'contains')
      return [unless(`value.some((item) => ${this.#inner(part, schema.contains, 'contains', null, 'item')})`)]
    if (!Array.isArray(items))
      return keyword === 'items' ? [this.#each(0, this.#inner(part, items, 'items', null, 'item'))] : []
    if (keyword === 'additionalItems') {
      return [this.#each(items.length, this.#inner(part, schema.additionalItems, keyword, null, 'item'))]
    }
    return items.map((item, index) => {
      const test = this.#inner(part, item, 'items', String(index), `value[${index}]`)
      return test === 'true' ? '' : `if (value.length > ${index} && !(${test})) return false`
    })
  }

  #each(from: number, test: string): string {
    if (test === 'true') return ''
    return `for (let index = ${from}; index < value.length; index++) {\nconst item = value[index]\n${unless(test)}\n}`
  }

  object(part: Part, keyword: string): string[] {
    const { schema } = part
    const given = schema[keyword]
    switch (keyword) {
      case 'maxProperties':
        return [unless(`Object.keys(value).length <= ${Number(given)}`)]
      case 'minProperties':
        return [unless(`Object.keys(value).length >= ${Number(given)}`)]
      case 'required':
        return Array.isArray(given) ? given.map((name) => unless(`${propertyOf(String(name))} !== undefined`)) : []
      case 'properties':
        return Object.keys(Object(given)).map((name) => this.#ofProperty(part, name))
      case 'dependencies':
        return Object.keys(Object(given)).map((name) => this.#ofDependency(part, name))
      case 'propertyNames':
        return [`for (const name in value) ${unless(this.#inner(part, given, keyword, null, 'name'))}`]
      default:
        return keyword === 'additionalProperties' && schema.patternProperties !== undefined
          ? []
          : [this.#ofOthers(part)]
    }
  }

  #ofProperty(part: Part, name: string): string {
    const test = this.#inner(part, Object(part.schema.properties)[name], 'properties', name, 'property')
    if (test === 'true') return ''
    return `{ const property = ${propertyOf(name)}\nif (property !== undefined && !(${test})) return false }`
  }

  #ofDependency(part: Part, name: string): string {
    const dependency: unknown = Object(part.schema.dependencies)[name]
    const tests = Array.isArray(dependency)
      ? dependency.map((other) => `${propertyOf(String(other))} !== undefined`)
      : [this.#inner(part, dependency, 'dependencies', name)]
    return `if (${propertyOf(name)} !== undefined) {\n${tests.map(unless).join('\n')}\n}`
  }

  /** Properties by patterns of their names, and those that nothing names. */
  #ofOthers(part: Part): string {
    const { properties, patternProperties, additionalProperties } = part.schema
    const patterns = Object.keys(Object(patternProperties)).map((pattern) => {
      const test = this.#inner(part, Object(patternProperties)[pattern], 'patternProperties', pattern, 'property')
      return [this.#pattern(pattern, part), test] as const
    })
    const rest =
      additionalProperties === undefined
        ? 'true'
        : this.#inner(part, additionalProperties, 'additionalProperties', null, 'property')
    if (rest === 'true' && patterns.every(([, test]) => test === 'true')) return ''
    const names = Object.keys(isPlainObject(properties) ? properties : {})
    const isNamed = [
      ...names.map((name) => `name === ${literalOf(name)}`),
      ...patterns.map(([pattern]) => `${pattern}.test(name)`),
    ]
    return [
      'for (const name in value) {',
      'const property = value[name]',
      ...patterns.map(([pattern, test]) => `if (${pattern}.test(name) && !(${test})) return false`),
      ...(rest === 'true' ? [] : [`if (!(${isNamed.join(' || ') || 'false'}) && !(${rest})) return false`]),
      '}',
    ].join('\n')
  }

  /** A format that the server does not know holds for every value. */
  #ofFormat({ format: name }: PlainObject, type: 'string' | 'number'): string[] {
    const format = this.#given.formats().get(String(name))
    if (format === undefined || format.isRight === null || format.type !== type) return []
    return [unless(`${this.#constant(`formats().get(${literalOf(String(name))}).isRight`)}(value)`)]
  }

  #inner(part: Part, schema: unknown, keyword: string, name: string | null = null, value = 'value'): string {
    const segments = name === null ? [keyword] : [keyword, name]
    return this.test(this.#given.parts.inner(part, schema, ...segments), value)
  }

  #pattern(pattern: string, part: Part): string {
    const { flags } = this.#given
    checkPattern(pattern, flags, part)
    return this.#constant(`new RegExp(${literalOf(pattern)}, '${flags}')`)
  }

  #constant(code: string): string {
    const number = this.#constants.get(code) ?? this.#constants.size
    this.#constants.set(code, number)
    return `constant${number}`
  }
}

const comparisons: Readonly<Record<string, string>> = {
  maximum: '<=',
  minimum: '>=',
  exclusiveMaximum: '<',
  exclusiveMinimum: '>',
}

const groups = [
  {
    name: 'number',
    test: "typeof value === 'number' && Number.isFinite(value)",
    rules: [...Object.keys(comparisons), 'multipleOf', 'format'],
  },
  { name: 'string', test: "typeof value === 'string'", rules: ['maxLength', 'minLength', 'pattern', 'format'] },
  {
    name: 'array',
    test: 'Array.isArray(value)',
    rules: ['maxItems', 'minItems', 'items', 'additionalItems', 'contains', 'uniqueItems'],
  },
  {
    name: 'object',
    test: 'isObject(value)',
    rules: [
      ...['maxProperties', 'minProperties', 'required', 'propertyNames', 'properties'],
      ...['patternProperties', 'additionalProperties', 'dependencies'],
    ],
  },
] as const

/** Keywords that a value may fail. */
const rules: ReadonlySet<string> = new Set([
  ...['type', 'const', 'enum', 'not', 'allOf', 'anyOf', 'oneOf', 'if', 'nullable'],
  ...groups.flatMap((group) => group.rules),
])

function unless(test: string): string {
  return test === 'true' ? '' : `if (!(${test})) return false`
}

/** A value of a schema as code: what JSON cannot say in a literal is parsed. */
function literalOfJson(value: unknown): string {
  const isScalar = typeof value !== 'object' || value === null
  return isScalar ? String(JSON.stringify(value)) : `JSON.parse(${literalOf(JSON.stringify(value))})`
}

function propertyOf(name: string): string {
  const property = `value[${literalOf(name)}]`
  return isInherited(name) ? `(Object.hasOwn(value, ${literalOf(name)}) ? ${property} : undefined)` : property
}
