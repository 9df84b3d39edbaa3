import type { ArrayPlan, JsonPlan, ObjectPlan, PropertyPlan, ValuePlan } from './json-plan.js'
import type { writing } from './write-json.js'

type Writer = keyof typeof writing

/** The body of a function that is called with what writes, and gives the one that writes values of the plan. */
export function codeOfJson({ root, compounds }: JsonPlan, writers: readonly string[]): string {
  const code = new JsonCode()
  const functions = compounds.map((compound, number) => {
    return `function write${number}(out, at, input) {\n${code.ofCompound(compound)}\n}`
  })
  const main =
    root.kind === 'compound' ? `write${root.number}` : `(out, at, value) => {\n${code.ofValue(root)}\nreturn at\n}`
  return [
    `const { ${writers.join(', ')} } = writing`,
    `const literals = latin1(${JSON.stringify(code.literals)})`,
    ...functions,
    `return ${main}`,
  ].join('\n')
}

/** Statements; each block has names of its own, so that values are called the same everywhere. */
class JsonCode {
  /** What is the same for every value, in one row of bytes: reading the characters of strings takes twice as long. */
  literals = ''
  readonly #places = new Map<string, number>()

  /** Writes `value`. */
  ofValue(plan: ValuePlan): string {
    switch (plan.kind) {
      case 'compound':
        return `at = write${plan.number}(out, at, value)`
      case 'constant':
        return this.#literal(plan.text)
      case 'null':
        return this.#literal('null')
      case 'boolean':
        return `if (value) ${this.#literal('true')}\nelse ${this.#literal('false')}`
      case 'nullable':
        return `if (value === null) ${this.#literal('null')}\nelse { ${this.ofValue(plan.plan)} }`
      case 'choice': {
        const options = plan.options.map(({ type, plan: option }) => `if (${isOf(type)}) { ${this.ofValue(option)} }`)
        return [...options, `mismatch(${JSON.stringify(plan.pointer)})`].join('\nelse ')
      }
      default:
        return call(plan.kind, 'value')
    }
  }

  ofCompound(plan: ObjectPlan | ArrayPlan): string {
    return plan.kind === 'object' ? this.#ofObject(plan) : this.#ofArray(plan)
  }

  #ofArray({ items, pointer, ofNull }: ArrayPlan): string {
    return [
      `if (input === null) return text(out, at, '${ofNull}')`,
      `if (!Array.isArray(input)) mismatch(${JSON.stringify(pointer)})`,
      `at = unit(out, at, ${'['.charCodeAt(0)})`,
      'for (let index = 0, { length } = input; index < length; index++) {',
      `if (index > 0) at = unit(out, at, ${','.charCodeAt(0)})`,
      `const value = input[index]`,
      this.ofValue(items),
      '}',
      `return unit(out, at, ${']'.charCodeAt(0)})`,
    ].join('\n')
  }

  #ofObject({ properties, demanded, rest, ofNull }: ObjectPlan): string {
    const names = properties.map(({ name }) => name)
    return [
      `const object = input && typeof input.toJSON === 'function' ? input.toJSON() : input`,
      `if (object === null) return text(out, at, '${ofNull}')`,
      ...demanded.map((name) => `if (${propertyOf(name)} === undefined) missing(${JSON.stringify(name)})`),
      // Each property has a comma before it; in the end the first becomes the opening brace.
      'const start = at',
      ...properties.map((property) => this.#ofProperty(property)),
      ...(rest === null ? [] : [this.#ofRest(names, rest)]),
      'return close(out, start, at)',
    ].join('\n')
  }

  #ofProperty({ name, plan, isRequired, fallback }: PropertyPlan): string {
    const key = `,${JSON.stringify(name)}:`
    const lines = [
      `{ const value = ${propertyOf(name)}`,
      `if (value !== undefined) { ${this.#literal(key)}`,
      `${this.ofValue(plan)} }`,
    ]
    if (fallback !== null) lines.push(`else ${this.#literal(key + fallback)}`)
    else if (isRequired) lines.push(`else missing(${JSON.stringify(name)})`)
    return `${lines.join('\n')} }`
  }

  #ofRest(names: readonly string[], rest: ValuePlan): string {
    const isDeclared = names.map((name) => `key === ${JSON.stringify(name)} || `).join('')
    return [
      'for (const key of Object.keys(object)) {',
      'const value = object[key]',
      `if (${isDeclared}value === undefined || typeof value === 'function' || typeof value === 'symbol') continue`,
      this.#literal(','),
      call('string', 'key'),
      this.#literal(':'),
      `${this.ofValue(rest)} }`,
    ].join('\n')
  }

  #literal(text: string): string {
    if (needsTwoBytes.test(text)) return call('text', JSON.stringify(text))
    const place = this.#places.get(text) ?? this.literals.length
    if (place === this.literals.length) this.literals += text
    this.#places.set(text, place)
    return call('literal', 'literals', String(place), String(text.length))
  }
}

const needsTwoBytes = /[\u0100-\uffff]/

function call(writer: Writer, ...more: string[]): string {
  return `at = ${writer}(${['out', 'at', ...more].join(', ')})`
}

function propertyOf(name: string): string {
  return `object[${JSON.stringify(name)}]`
}

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
      return `(typeof value === 'object' && !Array.isArray(value)) || value === null`
    default:
      return `typeof value === '${type}' || value === null`
  }
}
