import { literalOf } from '../../support/literal.js'
import type { PatternFlags } from '../emit/native-options.js'
import type { ArrayPlan, BranchPlan, CompoundPlan, JsonPlan, ObjectPlan, PropertyPlan, ValuePlan } from './json-plan.js'
import { propertyOf, testTypes } from './match-code.js'
import type { Inner } from './parts.js'
import type { Together } from './plan-json.js'
import type { writing } from './write-json.js'

type Writer = keyof typeof writing

/** What the code of one schema needs of others. */
export interface JsonCodeParts {
  flags: PatternFlags
  /** An expression for the function that writes what `$ref`s lead to. */
  refer: (together: Together) => string
  /** An expression for whether `value` is valid for a schema. */
  test: (schema: Inner) => string
}

/** The body of a function that gives what writes values of the plan; what it calls has the names of `writing`. */
export function codeOfJson({ root, compounds }: JsonPlan, parts: JsonCodeParts): string {
  const code = new JsonCode(parts)
  const functions = compounds.map((compound, number) => {
    return `function write${number}(out, at, ${inputOf(compound)}) {\n${code.ofCompound(compound)}\n}`
  })
  const main = root.kind === 'compound' ? `write${root.number}` : `(out, at, value) => ${code.ofValue(root, 'at')}`
  return [...code.constants, ...functions, `return ${main}`].join('\n')
}

/** A branch is chosen for the value as it is; objects and arrays are read first. */
function inputOf({ kind }: CompoundPlan): string {
  return kind === 'branch' ? 'value' : 'input'
}

/** Each piece of code that writes is an expression: from where it begins, which is another one, to where its text ends. */
class JsonCode {
  readonly #parts: JsonCodeParts
  /** What is the same for every value, in one row of bytes: reading the characters of strings takes twice as long. */
  #literals = ''
  readonly #places = new Map<string, number>()
  readonly #patterns = new Map<string, number>()

  constructor(parts: JsonCodeParts) {
    this.#parts = parts
  }

  /** Statements for what is made once. */
  get constants(): readonly string[] {
    const { flags } = this.#parts
    const patterns = [...this.#patterns].map(([pattern, number]) => {
      return `const pattern${number} = new RegExp(${literalOf(pattern)}, '${flags}')`
    })
    return this.#literals === '' ? patterns : [`const literals = latin1(${literalOf(this.#literals)})`, ...patterns]
  }

  /** Writes `value`. */
  ofValue(plan: ValuePlan, at: string): string {
    switch (plan.kind) {
      case 'compound':
        return `write${plan.number}(out, ${at}, value)`
      case 'reference':
        return `${this.#parts.refer(plan.together)}(out, ${at}, value)`
      case 'constant':
        return this.#literal(at, plan.text)
      case 'null':
        return `value === null ? ${this.#literal(at, 'null')} : ${mismatch(plan.pointer)}`
      case 'boolean':
        return `value ? ${this.#literal(at, 'true')} : ${this.#literal(at, 'false')}`
      case 'nullable':
        return `value === null ? ${this.#literal(at, 'null')} : ${this.#inner(plan.plan, at)}`
      case 'choice': {
        const options = plan.options.map((option) => `${isChosenFor(option.type)} ? ${this.#inner(option.plan, at)}`)
        return [...options, mismatch(plan.pointer)].join(' : ')
      }
      default:
        return call(plan.kind, at, 'value')
    }
  }

  #inner(plan: ValuePlan, at: string): string {
    const code = this.ofValue(plan, at)
    return branching.has(plan.kind) ? `(${code})` : code
  }

  ofCompound(plan: CompoundPlan): string {
    switch (plan.kind) {
      case 'object':
        return this.#ofObject(plan)
      case 'array':
        return this.#ofArray(plan)
      case 'branch':
        return this.#ofBranches(plan)
    }
  }

  #ofBranches({ isNullable, branches, otherwise, pointer }: BranchPlan): string {
    return [
      ...(isNullable ? [`if (value === null) return ${this.#literal('at', 'null')}`] : []),
      ...branches.map(
        ({ condition, plan }) => `if (${this.#parts.test(condition)}) return ${this.ofValue(plan, 'at')}`,
      ),
      `return ${otherwise === null ? mismatch(pointer) : this.ofValue(otherwise, 'at')}`,
    ].join('\n')
  }

  #ofArray({ tuple, items, pointer, ofNull }: ArrayPlan): string {
    return [
      `if (input === null) return text(out, at, '${ofNull}')`,
      `if (!Array.isArray(input)) ${mismatch(pointer)}`,
      ...(items === null ? [`if (input.length > ${tuple.length}) ${mismatch(`${pointer}/${tuple.length}`)}`] : []),
      `at = unit(out, at, ${'['.charCodeAt(0)})`,
      ...tuple.map(({ plan, types }, index) => {
        const isWrong =
          types === null ? [] : [`if (!(${testTypes(types, 'value', 'isTextual')})) ${mismatch(`${pointer}/${index}`)}`]
        const comma = index === 0 ? [] : [`at = unit(out, at, ${','.charCodeAt(0)})`]
        const lines = [`const value = input[${index}]`, ...isWrong, ...comma, `at = ${this.ofValue(plan, 'at')}`]
        return `if (${index} < input.length) {\n${lines.join('\n')}\n}`
      }),
      ...(items === null ? [] : [this.#ofItems(tuple.length, items)]),
      `return unit(out, at, ${']'.charCodeAt(0)})`,
    ].join('\n')
  }

  #ofItems(from: number, items: ValuePlan): string {
    return [
      `for (let index = ${from}, { length } = input; index < length; index++) {`,
      `if (index > 0) at = unit(out, at, ${','.charCodeAt(0)})`,
      'const value = input[index]',
      `at = ${this.ofValue(items, 'at')}`,
      '}',
    ].join('\n')
  }

  #ofObject({ properties, demanded, patterns, rest, pointer, ofNull }: ObjectPlan): string {
    const names = properties.map(({ name }) => name)
    const isOpen = rest !== null || patterns.length > 0
    return [
      `const object = typeof input?.toJSON === 'function' ? input.toJSON() : input`,
      `if (object === null) return text(out, at, '${ofNull}')`,
      `if (typeof object !== 'object' || Array.isArray(object)) ${mismatch(pointer)}`,
      ...demanded.map((name) => `if (${propertyOf('object', name)} === undefined) missing(${literalOf(name)})`),
      // Each property has a comma before it; in the end the first becomes the opening brace.
      'const start = at',
      ...(names.length === 0 ? [] : ['let value']),
      ...properties.map((property) => this.#ofProperty(property)),
      ...(isOpen ? [this.#ofRest(names, patterns, rest)] : []),
      'return close(out, start, at, object)',
    ].join('\n')
  }

  #ofProperty({ name, plan, isRequired, fallback }: PropertyPlan): string {
    const key = `,${JSON.stringify(name)}:`
    const lines = [
      `value = ${propertyOf('object', name)}`,
      `if (value !== undefined) ${this.#ofPair(this.#literal('at', key), plan)}`,
    ]
    if (fallback !== null) lines.push(`else at = ${this.#literal('at', key + fallback)}`)
    else if (isRequired) lines.push(`else missing(${literalOf(name)})`)
    return lines.join('\n')
  }

  /** Plans that branch would repeat the key in each branch. */
  #ofPair(key: string, plan: ValuePlan): string {
    return branching.has(plan.kind)
      ? `{ at = ${key}; at = ${this.ofValue(plan, 'at')} }`
      : `at = ${this.ofValue(plan, key)}`
  }

  #ofRest(names: readonly string[], patterns: ObjectPlan['patterns'], rest: ValuePlan | null): string {
    const isDeclared = names.map((name) => `key === ${literalOf(name)} || `).join('')
    const key = this.#literal(call('string', this.#literal('at', ','), 'key'), ':')
    return [
      'for (const key of Object.keys(object)) {',
      'const value = object[key]',
      `if (${isDeclared}value === undefined || typeof value === 'function' || typeof value === 'symbol') continue`,
      ...patterns.map(({ pattern, plan }) => {
        return `if (${this.#pattern(pattern)}.test(key)) {\n${this.#ofPair(key, plan)}\ncontinue\n}`
      }),
      ...(rest === null ? [] : [this.#ofPair(key, rest)]),
      '}',
    ].join('\n')
  }

  #pattern(pattern: string): string {
    const number = this.#patterns.get(pattern) ?? this.#patterns.size
    this.#patterns.set(pattern, number)
    return `pattern${number}`
  }

  #literal(at: string, text: string): string {
    if (needsTwoBytes.test(text)) return call('text', at, literalOf(text))
    const place = this.#places.get(text) ?? this.#literals.length
    if (place === this.#literals.length) this.#literals += text
    this.#places.set(text, place)
    return call('literal', at, 'literals', String(place), String(text.length))
  }
}

const branching: ReadonlySet<ValuePlan['kind']> = new Set(['null', 'boolean', 'nullable', 'choice'])

const needsTwoBytes = /[\u0100-\uffff]/

function call(writer: Writer, at: string, ...more: string[]): string {
  return `${writer}(${['out', at, ...more].join(', ')})`
}

function mismatch(pointer: string): string {
  return `mismatch(${literalOf(pointer)})`
}

/** Whether `value` is written as a type that is one of several. */
function isChosenFor(type: string): string {
  switch (type) {
    case 'null':
      return 'value === null'
    case 'string':
      return 'isTextual(value)'
    case 'array':
      return 'Array.isArray(value)'
    case 'integer':
      return 'Number.isInteger(value) || value === null'
    case 'object':
      return 'isObjectOrNull(value)'
    default:
      return `typeof value === '${type}' || value === null`
  }
}
