import { literalOf } from '../../support/literal.js'
import { isInherited } from '../model/inherited-names.js'
import type { ArrayPlan, JsonPlan, ObjectPlan, PropertyPlan, ValuePlan } from './json-plan.js'
import type { writing } from './write-json.js'

type Writer = keyof typeof writing

/** The body of a function that gives what writes values of the plan; what it calls has the names of `writing`. */
export function codeOfJson({ root, compounds }: JsonPlan): string {
  const code = new JsonCode()
  const functions = compounds.map((compound, number) => {
    return `function write${number}(out, at, input) {\n${code.ofCompound(compound)}\n}`
  })
  const main = root.kind === 'compound' ? `write${root.number}` : `(out, at, value) => ${code.ofValue(root, 'at')}`
  const literals = code.literals === '' ? [] : [`const literals = latin1(${literalOf(code.literals)})`]
  return [...literals, ...functions, `return ${main}`].join('\n')
}

/** Each piece of code that writes is an expression: from where it begins, which is another one, to where its text ends. */
class JsonCode {
  /** What is the same for every value, in one row of bytes: reading the characters of strings takes twice as long. */
  literals = ''
  readonly #places = new Map<string, number>()

  /** Writes `value`. */
  ofValue(plan: ValuePlan, at: string): string {
    switch (plan.kind) {
      case 'compound':
        return `write${plan.number}(out, ${at}, value)`
      case 'constant':
        return this.#literal(at, plan.text)
      case 'null':
        return this.#literal(at, 'null')
      case 'boolean':
        return `value ? ${this.#literal(at, 'true')} : ${this.#literal(at, 'false')}`
      case 'nullable':
        return `value === null ? ${this.#literal(at, 'null')} : ${this.ofValue(plan.plan, at)}`
      case 'choice': {
        const options = plan.options.map((option) => `${isOf(option.type)} ? ${this.#ofOption(option.plan, at)}`)
        return [...options, `mismatch(${literalOf(plan.pointer)})`].join(' : ')
      }
      default:
        return call(plan.kind, at, 'value')
    }
  }

  #ofOption(plan: ValuePlan, at: string): string {
    const code = this.ofValue(plan, at)
    return branching.has(plan.kind) ? `(${code})` : code
  }

  ofCompound(plan: ObjectPlan | ArrayPlan): string {
    return plan.kind === 'object' ? this.#ofObject(plan) : this.#ofArray(plan)
  }

  #ofArray({ items, pointer, ofNull }: ArrayPlan): string {
    return [
      `if (input === null) return text(out, at, '${ofNull}')`,
      `if (!Array.isArray(input)) mismatch(${literalOf(pointer)})`,
      `at = unit(out, at, ${'['.charCodeAt(0)})`,
      'for (let index = 0, { length } = input; index < length; index++) {',
      `if (index > 0) at = unit(out, at, ${','.charCodeAt(0)})`,
      `const value = input[index]`,
      `at = ${this.ofValue(items, 'at')}`,
      '}',
      `return unit(out, at, ${']'.charCodeAt(0)})`,
    ].join('\n')
  }

  #ofObject({ properties, demanded, rest, ofNull }: ObjectPlan): string {
    const names = properties.map(({ name }) => name)
    return [
      `const object = typeof input?.toJSON === 'function' ? input.toJSON() : input`,
      `if (object === null) return text(out, at, '${ofNull}')`,
      ...demanded.map((name) => `if (${propertyOf(name)} === undefined) missing(${literalOf(name)})`),
      // Each property has a comma before it; in the end the first becomes the opening brace.
      'const start = at',
      ...(names.length === 0 ? [] : ['let value']),
      ...properties.map((property) => this.#ofProperty(property)),
      ...(rest === null ? [] : [this.#ofRest(names, rest)]),
      'return close(out, start, at)',
    ].join('\n')
  }

  #ofProperty({ name, plan, isRequired, fallback }: PropertyPlan): string {
    const key = `,${JSON.stringify(name)}:`
    const lines = [
      `value = ${propertyOf(name)}`,
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

  #ofRest(names: readonly string[], rest: ValuePlan): string {
    const isDeclared = names.map((name) => `key === ${literalOf(name)} || `).join('')
    const key = this.#literal(call('string', this.#literal('at', ','), 'key'), ':')
    return [
      'for (const key of Object.keys(object)) {',
      'const value = object[key]',
      `if (${isDeclared}value === undefined || typeof value === 'function' || typeof value === 'symbol') continue`,
      `${this.#ofPair(key, rest)} }`,
    ].join('\n')
  }

  #literal(at: string, text: string): string {
    if (needsTwoBytes.test(text)) return call('text', at, literalOf(text))
    const place = this.#places.get(text) ?? this.literals.length
    if (place === this.literals.length) this.literals += text
    this.#places.set(text, place)
    return call('literal', at, 'literals', String(place), String(text.length))
  }
}

const branching: ReadonlySet<ValuePlan['kind']> = new Set(['boolean', 'nullable', 'choice'])

const needsTwoBytes = /[\u0100-\uffff]/

function call(writer: Writer, at: string, ...more: string[]): string {
  return `${writer}(${['out', at, ...more].join(', ')})`
}

/** What an object has of a name that all inherit is no value. Others may be inherited: from a class with accessors. */
function propertyOf(name: string): string {
  const key = literalOf(name)
  const property = isIdentifier.test(name) ? `object.${name}` : `object[${key}]`
  return isInherited(name) ? `(Object.hasOwn(object, ${key}) ? ${property} : undefined)` : property
}

const isIdentifier = /^[A-Za-z_$][\w$]*$/

/** Whether `value` is of a type that is one of several. */
function isOf(type: string): string {
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
