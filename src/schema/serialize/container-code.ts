import { literalOf } from '../../support/literal.js'
import { propertyOf } from '../emit/code-position.js'
import type { UnitCode } from '../emit/code-unit.js'
import { patternCode } from '../keywords/literals.js'
import { call, type Literals, mismatch, ofString, type ValueCode } from './json-pieces.js'
import { testTypes } from './match-code.js'
import { type DeclaredProperty, Merged } from './merged.js'
import type { Inner, Parts } from './parts.js'

/** Writes the parameters and statements of functions that write `input`: an object, or a list. */
export class ContainerCode {
  /** @param ofSchemas gives the code of a value to which all of the schemas apply */
  constructor(
    private readonly code: UnitCode,
    private readonly parts: Parts,
    private readonly literals: Literals,
    private readonly ofSchemas: (schemas: readonly Inner[]) => ValueCode,
  ) {}

  object(merged: Merged): string {
    const { required } = merged
    const declared = merged.declared()
    const properties = declared.map((each) => this.#property(each, required.has(each.name), merged))
    let code = `(out, at, input) {\nconst object = typeof input?.toJSON === 'function' ? input.toJSON() : input\n`
    code += `if (typeof object !== 'object' || object === null || Array.isArray(object)) return ${odd('object', '{}', merged)}\n`
    // Required properties that are not declared are checked and not written.
    for (const name of merged.undeclared(declared)) {
      code += `if (${propertyOf('object', name)} === undefined) missing(${literalOf(name)})\n`
    }
    // Each property has a comma before it. At the end the first comma becomes the opening brace.
    code += properties.length === 0 ? 'const start = at\n' : 'const start = at\nlet value\n'
    return `${code}${properties.join('')}${this.#rest(declared, merged)}return close(out, start, at, object)\n}`
  }

  #property(declared: DeclaredProperty, isRequired: boolean, merged: Merged): string {
    const { literals, parts } = this
    const { name } = declared
    const plain = merged.plainProperty(declared)
    const schemas = plain === null ? merged.ofDeclared(declared) : []
    const code = plain ?? this.ofSchemas(schemas)
    const key = `,${JSON.stringify(name)}:`
    const present = `if ((value = ${propertyOf('object', name)}) !== undefined) at = ${literals.write(key)}, at = ${code}\n`
    const fallback = plain === null ? new Merged(parts.resolved(schemas), parts).agreed('default') : undefined
    if (fallback !== undefined) return `${present}else at = ${literals.write(key + JSON.stringify(fallback))}\n`
    return isRequired ? `${present}else missing(${literalOf(name)})\n` : present
  }

  /** The statements for properties that are not declared. The first pattern that matches a name counts. */
  #rest(declared: readonly DeclaredProperty[], merged: Merged): string {
    const patterns = [...merged.patterns()].map(([pattern, schemas]) => {
      return [this.code.constant(patternCode(pattern, this.parts.flags)), this.ofSchemas(schemas)] as const
    })
    const further = merged.further()
    if (further === null && patterns.length === 0) return ''
    const isDeclared = declared.map(({ name }) => `key === ${literalOf(name)} || `).join('')
    const key = `at = ${unit(',')}\nat = ${call('string', 'key')}\nat = ${unit(':')}`
    return [
      'for (const key of Object.keys(object)) {\nconst value = object[key]',
      `if (${isDeclared}value === undefined || typeof value === 'function' || typeof value === 'symbol') continue`,
      ...patterns.map(([pattern, write]) => `if (${pattern}.test(key)) {\n${key}\nat = ${write}\ncontinue\n}`),
      further === null ? '}\n' : `${key}\nat = ${this.ofSchemas(further)}\n}\n`,
    ].join('\n')
  }

  array(merged: Merged): string {
    const { pointer } = merged
    const tuple = merged.tuple()
    const listed = tuple.map((schemas, index) => this.#listed(schemas, index, pointer))
    const further = tuple.length === 0 ? merged.items() : merged.furtherItems()
    const items = further && this.ofSchemas(further) // without further items a longer list is refused
    let code = `(out, at, input) {\nif (!Array.isArray(input)) return ${odd('input', '[]', merged)}\n`
    if (items === null) code += `if (input.length > ${tuple.length}) ${mismatch(`${pointer}/${tuple.length}`)}\n`
    if (tuple.length === 0 && items === ofString)
      code += `const end = ${call('strings', 'input')}\nif (end > at) return end\n`
    code += `at = ${unit('[')}\n${listed.join('')}`
    if (items !== null) {
      code += `for (let index = ${tuple.length}, { length } = input; index < length; index++) {\n`
      code += `if (index > 0) at = ${unit(',')}\nconst value = input[index]\nat = ${items}\n}\n`
    }
    return `${code}return ${unit(']')}\n}`
  }

  /** The statements for an item of a tuple. It is not converted to a type that its schemas name. */
  #listed(schemas: readonly Inner[], index: number, pointer: string): string {
    const { parts } = this
    const item = this.ofSchemas(schemas)
    const merged = new Merged(parts.flattened(parts.resolved(schemas)), parts)
    const type = merged.type ?? merged.impliedType
    let code = `if (${index} < input.length) {\nconst value = input[${index}]\n`
    if (type !== undefined) {
      const types = [...[type].flat().map(String), ...(merged.isNullable ? ['null'] : [])]
      code += `if (!(${testTypes(types, 'value', 'isTextual')})) ${mismatch(`${pointer}/${index}`)}\n`
    }
    if (index > 0) code += `at = ${unit(',')}\n`
    return `${code}at = ${item}\n}\n`
  }
}

/** The code for a value that is not of the kind. @param ofNull the text in place of `null`, if it is not allowed */
function odd(value: string, ofNull: '{}' | '[]', { isNullable, pointer }: Merged): string {
  return `${value} === null ? ${call('text', `'${isNullable ? 'null' : ofNull}'`)} : ${mismatch(pointer)}`
}

function unit(character: string): string {
  return call('unit', String(character.charCodeAt(0)))
}
