import { isPlainObject, type PlainObject } from '../../../support/values.js'
import { abortAfter, Check, leave, type Mode, type Presence, type SchemaWriter, type Scope } from '../../emit/check.js'
import { itemKey, placeOf, propertyOf, type RootKey, rootPosition, valueAt } from '../../emit/code-position.js'
import { type CodeUnit, UnitCode } from '../../emit/code-unit.js'
import type { NativeOptions } from '../../emit/native-options.js'
import { Unsupported } from '../../emit/unsupported.js'
import { type Group, testType, ValueTypes } from '../../emit/value-types.js'
import type { Keyword } from '../../keywords/keyword.js'
import { prepareArray, prepareObject } from '../../keywords/properties.js'
import { groupOrder, inOrder } from '../../keywords/table.js'
import { isOfSameValue, schemasIn } from '../../model/walk.js'
import type { RemovalUnits } from './removal-units.js'
import {
  checksIn,
  checksOnlyRef,
  hasParts,
  isEmptySchema,
  mayReplace,
  nameUnsupported,
  needsRemovalAhead,
  unsupportedBelow,
} from './schema-keywords.js'

/** The knowledge about other schemas that the code of a schema needs. */
export interface Surroundings {
  readonly options: NativeOptions
  readonly removals: RemovalUnits
  /** The target of the `$ref` of a schema. @throws Unsupported */
  resolve(from: PlainObject): Target
  unitOf(target: Target, mode: Mode): CodeUnit
}

/** The target of a `$ref`. */
export interface Target {
  readonly schema: unknown
  /** Whether ajv writes it in the place of the `$ref`. */
  readonly isInlined: boolean
  /** The `$ref` as the application wrote it. Errors report it. */
  readonly path: string
}

/** Writes the code of a unit that validates by one schema. The code calls the units of the schemas it refers to. */
export class UnitWriter implements SchemaWriter {
  readonly options: NativeOptions
  readonly code: UnitCode

  constructor(
    private readonly unit: CodeUnit,
    private readonly surroundings: Surroundings,
  ) {
    this.options = surroundings.options
    this.code = new UnitCode(unit)
  }

  /** Gives the unit its code. @throws Unsupported */
  write(schema: unknown, schemaPath: string, mode: Mode): void {
    const main = this.#functionFor(schema, schemaPath, mode)
    this.code.finish(mode.remembers ? `remembered(${main})` : main)
  }

  isEmpty(schema: unknown): boolean {
    return isEmptySchema(schema, this.options.version)
  }

  pathOf(schema: unknown, schemaPath: string): string {
    return isPlainObject(schema) && checksOnlyRef(schema) ? this.surroundings.resolve(schema).path : schemaPath
  }

  isMissing(value: string, name: string): string {
    if (name === '') throw new Unsupported() // ajv never finds it missing
    return `${propertyOf(value, name)} === undefined`
  }

  report({ schemaPath, step }: Scope, keyword: string, asked: unknown, found: string | null): string {
    const number = this.unit.rules.push([`${schemaPath}/${keyword}`, keyword, asked]) - 1
    return `fail(${number}, ${step ?? "''"}${found === null ? '' : `, ${found}`})`
  }

  #fail(scope: Scope, keyword: string, asked: unknown): string {
    return abortAfter(this.report(scope, keyword, asked, null), scope.abort)
  }

  writePart(schema: unknown, scope: Scope, presence: Presence): string {
    const at = valueAt(scope)
    const isCalled = this.#isCalled(schema)
    const code = isCalled ? this.#callFor(schema, { ...scope, value: at }) : this.writeValue(schema, scope)
    const value = isCalled ? at : scope.value
    const block = presence === 'always' ? code : `if (${value} !== undefined) {\n${code}\n}`
    return isCalled ? block : `{ let ${value} = ${at}\n${block} }`
  }

  #isCalled(schema: unknown): boolean {
    if (!isPlainObject(schema)) return false
    if (!checksOnlyRef(schema)) return hasParts(schema)
    const target = this.surroundings.resolve(schema)
    return isPlainObject(target.schema) && (!target.isInlined || hasParts(target.schema))
  }

  #callFor(schema: unknown, scope: Scope): string {
    if (isPlainObject(schema) && checksOnlyRef(schema)) return this.writeRef(schema, scope, 'call')
    const name = this.#functionFor(schema, scope.schemaPath, scope.mode, scope.key === itemKey ? itemKey : 'key')
    const call = `${name}(${scope.value}, ${scope.parent}, ${scope.key})`
    if (!scope.mode.isBelowThen) return `if (!${call}) ${leave(scope, scope.abort)}`
    const valid = this.code.newName('valid')
    return [
      `const ${valid} = ${call}`,
      `if (${valid} === null) ${leave(scope, scope.abortOfRef)}`,
      `if (!${valid}) ${leave(scope, scope.abort)}`,
    ].join('\n')
  }

  writeRef(schema: PlainObject, scope: Scope, how: 'call' | 'in place' = 'in place'): string {
    const { mode } = scope
    const target = this.surroundings.resolve(schema)
    const { isInlined, path } = target
    const isInPlace = isInlined && how === 'in place'
    const isWritten = !isPlainObject(target.schema) || (isInPlace && this.#mustShareValue(target.schema, mode))
    if (isWritten) return this.writeValue(target.schema, { ...scope, schemaPath: path })
    if (mode.isOfName) throw new Unsupported() // a coercion could replace the name
    const unit = this.surroundings.unitOf(target, isInlined ? mode : { ...mode, isComposite: false })
    const call = `${this.code.call(unit)}(${scope.value}, ${scope.parent}, ${scope.key})`
    return `if (!${call}) ${leave(scope, isInlined ? scope.abort : scope.abortOfRef)}`
  }

  /** Whether the later checks must see the value that a schema leaves. */
  #mustShareValue(schema: PlainObject, mode: Mode): boolean {
    return mode.isOfName || !hasParts(schema) || this.#mayCoerce(schema)
  }

  #mayCoerce(schema: unknown): boolean {
    if (!isPlainObject(schema)) return false
    if (new ValueTypes(schema, this.options).ways.length > 0) return true
    return schemasIn(schema)
      .filter(isOfSameValue)
      .some((inner) => this.#mayCoerce(inner.schema))
  }

  #functionFor(schema: unknown, schemaPath: string, mode: Mode, key: RootKey = 'key'): string {
    return this.code.functionFor('validate', schema, `${Object.values(mode).join()} ${schemaPath}`, () => {
      const abortOfRef = mode.isBelowThen ? 'return null' : 'return false'
      const { value, parent, step } = rootPosition(schemaPath, key)
      const scope = { value, parent, key, step, schemaPath, mode, abort: 'return false', abortOfRef }
      return `(input, parent, ${key}) {\n${this.writeValue(schema, scope)}\nreturn true\n}`
    })
  }

  writeValue(schema: unknown, scope: Scope): string {
    if (schema === true) return ''
    if (schema === false) return this.#fail(scope, 'false schema', null)
    if (!isPlainObject(schema)) throw new Unsupported()
    if (scope.mode.removes && needsRemovalAhead(schema)) return this.#writeAfterRemoval(schema, scope)
    if (checksOnlyRef(schema)) return this.writeRef(schema, scope)
    return nameUnsupported(schema, () => this.#writeKeywords(schema, scope))
  }

  #writeAfterRemoval(schema: PlainObject, scope: Scope): string {
    const unit = this.surroundings.removals.find([schema])
    const removal = unit === null ? '' : `${this.code.call(unit)}(${scope.value})\n`
    return `${removal}${this.writeValue(schema, { ...scope, mode: { ...scope.mode, removes: false } })}`
  }

  #writeKeywords(schema: PlainObject, scope: Scope): string {
    const used = inOrder(checksIn(schema, this.options), this.options.version)
    const types = new ValueTypes(schema, this.options)
    if (scope.mode.isOfName && types.ways.length > 0 && types.asked !== 'string') throw new Unsupported()
    const writing = { schema, scope, used, types }
    const groups = groupOrder[this.options.version].filter((group) =>
      used.some((keyword) => keyword.groups.includes(group)),
    )
    const { only } = types
    // The type is then checked among the keywords for it.
    const isLate = types.ways.length === 0 && only === types.types[0] && only !== undefined && groups.includes(only)
    const lines: string[] = []
    let isTyped = types.types.length === 0
    let first: Group | undefined
    if (!isTyped && !isLate) {
      const isOfType = groups[0] === only && types.types[0] !== 'integer'
      if (scope.mode.isComposite && !isOfType) [first] = groups
      lines.push(first === undefined ? this.#writeType(types, scope) : this.#writeTypeAndGroup(writing, first))
      isTyped = true
    }
    for (const group of groups) {
      if (isLate && group === only) {
        lines.push(this.#writeType(types, scope))
        isTyped = true
      }
      if (group !== first && (!isTyped || group === 'any' || types.mayBe(group)))
        lines.push(this.#writeGroup(writing, group, isTyped))
      // Version 8 checks them before all others, and they may have coerced the value to another type.
      if (group === 'any' && used.some(mayReplace)) isTyped = false
    }
    return lines.filter((line) => line !== '').join('\n')
  }

  /**
   * If another schema decides what a failure means, ajv continues after a wrong type. It checks the first group of
   * keywords too, and reports the failures of both.
   */
  #writeTypeAndGroup(writing: Writing, group: Group): string {
    const { scope, types } = writing
    const wrong = this.code.newName('wrong')
    const valid = this.code.newName('valid')
    const refused = this.code.newName('refused')
    const abort = `break ${refused}`
    const code = this.#writeGroup({ ...writing, scope: { ...scope, abort, abortOfRef: abort } }, group, false)
    if (code === '') return this.#writeType(types, scope)
    if (this.options.coercion === 'scalars and arrays') throw unsupportedBelow(writing.schema) // ajv continues with the list's item
    const report = `{ ${this.report(scope, 'type', types.asked, null)}; ${wrong} = setAside(null) }`
    return [
      `let ${wrong} = null\n${this.#writeType(types, scope, report)}`,
      `${valid}: {\n${refused}: {\n${code}\nif (${wrong} === null) break ${valid}\n}`,
      `restore(${wrong})\n${scope.abort}\n}`,
    ].join('\n')
  }

  /** @param fail the statement for a value of another type, which cannot be coerced */
  #writeType(types: ValueTypes, scope: Scope, fail = this.#fail(scope, 'type', types.asked)): string {
    const { value } = scope
    const isWrong = `if (!(${types.test(value)}))`
    if (types.ways.length === 0) return `${isWrong} ${fail}`
    const coerced = this.code.newName('coerced')
    // Ajv continues with the item of a list of any type.
    const [item, kept] =
      this.options.coercion === 'scalars and arrays'
        ? [`${value} = only(${value})\n`, `${types.test(value)} ? ${value} : `]
        : ['', '']
    return [
      `${isWrong} {\n${item}const ${coerced} = ${kept}${types.coerced(value)}`,
      `if (${coerced} === undefined) ${fail}`,
      `else ${placeOf(scope)} = ${value} = ${coerced}\n}`,
    ].join('\n')
  }

  #writeGroup({ schema, scope, used, types }: Writing, group: Group, isTyped: boolean): string {
    const check = new Check(schema, scope, group, this)
    let code = ''
    const add = (line: string) => {
      if (line !== '') code += code === '' ? line : `\n${line}`
    }
    if (group === 'object') prepareObject(check).forEach(add)
    else if (group === 'array') prepareArray(check).forEach(add)
    for (const { name, groups, emit } of used) {
      if (emit !== undefined && groups.includes(group)) add(emit(schema[name], check))
    }
    // If the value can have only one type, the keywords of that type need no condition.
    if (code === '' || group === 'any' || (isTyped && types.only === group)) return code
    return `if (${testType(group, scope.value, this.options.version)}) {\n${code}\n}`
  }
}

/** The state of a schema while its keywords are written. */
interface Writing {
  schema: PlainObject
  scope: Scope
  used: readonly Keyword[]
  types: ValueTypes
}
