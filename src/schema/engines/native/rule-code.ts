import { ownPlace, type Place, replaced } from '../../emit/code-position.js'
import type { Coding } from '../../emit/emitter.js'
import { Unruled } from '../../emit/unsupported.js'
import { isPlainObject, type PlainObject } from '../../model/plain-data.js'
import { codeOfArray, codeOfObject } from './compound-rules.js'
import type { Told } from './errors.js'
import type { RuleOptions } from './rule-options.js'
import { codeOfNumber, codeOfText, codeOfValues } from './scalar-rules.js'
import { groups, hasParts, isOnlyRef, Keywords } from './telling.js'
import { type Group, testType, typesOf, type ValueTypes } from './value-types.js'

const codeOf = { number: codeOfNumber, string: codeOfText, array: codeOfArray, object: codeOfObject }

/** What a `$ref` leads to: another piece of code, or a schema that is as good as written in its place. */
export type Reference<Unit> = { unit: Unit } | { schema: unknown }

export interface RuleCodeParts<Unit> {
  options: RuleOptions
  /** Whether properties that a schema does not name are removed. */
  removes: boolean
  refer: (schema: PlainObject) => Reference<Unit>
}

/** The rules of one schema as the text of a function; what it refers to is handed in. */
export class RuleCode<Unit> implements Coding {
  readonly options: RuleOptions
  readonly removes: boolean
  /** The pieces of code that it calls, each by its number. */
  readonly called: Unit[] = []
  /** What its rules say where they fail, each by its number. */
  readonly told: Told[] = []
  readonly #refer: RuleCodeParts<Unit>['refer']
  readonly #functions: string[] = []
  readonly #numbers = new Map<PlainObject, Map<string, number>>()
  readonly #constants = new Map<string, number>()

  constructor({ options, removes, refer }: RuleCodeParts<Unit>) {
    this.options = options
    this.removes = removes
    this.#refer = refer
  }

  /**
   * The body of a function that is called with what the rules call by name, and gives a `Judge`.
   *
   * @throws Unruled
   */
  write(schema: unknown, schemaPath: string): string {
    const start = this.#functionFor(schema, schemaPath)
    return [
      ...[...this.#constants].map(([code, number]) => `const constant${number} = ${code}`),
      ...this.#functions,
      `return judge${start}`,
    ].join('\n')
  }

  /** A name for a value that is made once. */
  constant(code: string): string {
    const number = this.#constants.get(code) ?? this.#constants.size
    this.#constants.set(code, number)
    return `constant${number}`
  }

  /** The statement that ends a function where a rule fails. */
  fail(place: Place, keyword: string, asked: unknown, finding?: string): string {
    const number = this.told.push([`${place.schemaPath}/${keyword}`, keyword, asked]) - 1
    if (finding !== undefined) return `return fail(${number}, ${place.step ?? "''"}, ${finding})`
    return place.step === null ? `return fail(${number})` : `return fail(${number}, ${place.step})`
  }

  /** Statements for a value inside the one that the function judges. */
  ofInner(schema: unknown, place: Place, when: 'always' | 'if there' = 'always'): string {
    const at = `${place.parent}[${place.key}]`
    const isCalled = this.#isCalled(schema)
    const isThere = when === 'always' ? '' : `if (${isCalled ? at : place.value} !== undefined) `
    if (isCalled) return `${isThere}${this.#call(schema, { ...place, value: at })}`
    return `{ let ${place.value} = ${at}\n${isThere}{\n${this.#ofValue(schema, place)}\n} }`
  }

  /** Whether a schema has a function of its own. */
  #isCalled(schema: unknown): boolean {
    if (!isPlainObject(schema)) return false
    return schema.$ref === undefined ? hasParts(schema) : 'unit' in this.#follow(schema)
  }

  #call(schema: unknown, { value, parent, key, step, schemaPath }: Place): string {
    const judge = this.#judgeOf(schema, schemaPath)
    const failed = step === null ? 'return false' : `return under(${step})`
    return `if (!${judge}(${value}, ${parent}, ${key})) ${failed}`
  }

  #judgeOf(schema: unknown, schemaPath: string): string {
    const reference = isPlainObject(schema) && schema.$ref !== undefined ? this.#follow(schema) : { schema }
    if (!('unit' in reference)) return `judge${this.#functionFor(reference.schema, schemaPath)}`
    const known = this.called.indexOf(reference.unit)
    return `called[${known === -1 ? this.called.push(reference.unit) - 1 : known}].judge`
  }

  #functionFor(schema: unknown, schemaPath: string): number {
    const key = Object(schema)
    const byPath = this.#numbers.get(key) ?? new Map<string, number>()
    this.#numbers.set(key, byPath)
    const known = byPath.get(schemaPath)
    if (known !== undefined) return known
    const number = this.#functions.push('') - 1
    byPath.set(schemaPath, number)
    const statements = this.#ofValue(schema, ownPlace(schemaPath))
    this.#functions[number] = `function judge${number}(input, parent, key) {\n${statements}\nreturn true\n}`
    return number
  }

  /** Statements for the value of a place. */
  #ofValue(schema: unknown, place: Place): string {
    if (schema === true) return ''
    if (schema === false) return this.fail(place, 'false schema', null)
    if (!isPlainObject(schema)) throw new Unruled()
    if (schema.$ref !== undefined) return this.#ofReference(schema, place)
    return this.#ofRules(schema, place).join('\n')
  }

  #ofReference(schema: PlainObject, place: Place): string {
    const reference = this.#follow(schema)
    if ('unit' in reference) return this.#call(schema, place)
    return this.#ofValue(reference.schema, { ...place, schemaPath: String(schema.$ref) })
  }

  #follow(schema: PlainObject): Reference<Unit> {
    if (!isOnlyRef(schema)) throw new Unruled()
    return this.#refer(schema)
  }

  #ofRules(schema: PlainObject, place: Place): string[] {
    const keywords = new Keywords(schema)
    if (!keywords.areUnderstood) throw new Unruled()
    const types = typesOf(schema, this.options)
    const used = groups.filter((group) => keywords.isAbout(group))
    const { only } = types
    // The type is asked for among the rules about it.
    const isLate = types.ways.length === 0 && only !== null && used.includes(only)
    const values = codeOfValues(schema, place, this)
    if (values.length > 0 && keywords.ofParts) throw new Unruled() // what is removed is not compared
    const lines = types.types.length === 0 || isLate ? [] : [this.#ofType(types, place)]
    if (this.options.version === 8) lines.push(...values)
    for (const group of used) {
      if (isLate && group === only) {
        lines.push(this.#ofType(types, place), ...codeOf[group](schema, place, this))
        break
      }
      if (!isLate && !types.mayBe(group)) continue
      const rules = codeOf[group](schema, place, this).join('\n')
      if (rules !== '') lines.push(`${this.#guard(group, isLate ? null : types, place)}{\n${rules}\n}`)
    }
    if (this.options.version === 6) lines.push(...values)
    return lines
  }

  #ofType(types: ValueTypes, place: Place): string {
    const { value } = place
    const fail = this.fail(place, 'type', types.told)
    const isWrong = `if (!(${types.test(value)}))`
    if (types.ways.length === 0) return `${isWrong} ${fail}`
    const coerced =
      this.options.coercion === 'scalars and arrays'
        ? `const one = only(${value})\n${value} = ${types.test('one')} ? one : ${types.coerced('one')}`
        : `${value} = ${types.coerced(value)}`
    return `${isWrong} {\n${coerced}\nif (${value} === undefined) ${fail}\n${replaced(place)}\n}`
  }

  /** The condition for the rules about one type; they need none where there is no other. */
  #guard(group: Group, types: ValueTypes | null, { value }: Place): string {
    const isLimited = group === 'number' && this.options.version === 8
    if (types?.only === group) return ''
    return `if (${isLimited ? `Number.isFinite(${value})` : testType(group, value)}) `
  }
}
