import { schemaCodes } from '../errors/schema-codes.js'
import { isPlainObject } from './plain-data.js'

/** A function as version 6 makes it with `sourceCode: true`; one that is called before it is finished lacks most. */
interface Compiled6 {
  schema: unknown
  source?: { code: string; defaults: readonly unknown[] }
  refVal?: readonly unknown[]
  root?: { refVal?: readonly unknown[] }
}

/** What the code of a function of version 6 is given, in order. */
const given = 'self, RULES, formats, root, refVal, defaults, customRules, equal, ucs2length, ValidationError, regExp'

/** Writes the functions of version 6 of the validator, each once: they are known by their schemas. */
export class UnitWriter {
  readonly #compiled: Compiled6[] = []
  readonly #numbers = new Map<unknown, number>()

  /** The number of a function; all that it calls are written with it. */
  add(validate: unknown): number {
    const compiled = asCompiled(validate)
    const known = this.#numbers.get(compiled.schema)
    const number = known ?? this.#compiled.push(compiled) - 1
    this.#numbers.set(compiled.schema, number)
    if (known !== undefined && (compiled.source === undefined || this.#compiled[number]?.source !== undefined)) {
      return number
    }
    this.#compiled[number] = compiled
    for (const called of compiled.refVal ?? []) if (typeof called === 'function') this.add(called)
    const [root] = compiled.root?.refVal ?? []
    if (typeof root === 'function') this.add(root)
    return number
  }

  write(): string[] {
    return this.#compiled.map((compiled, number) => this.#write(compiled, number))
  }

  #write({ schema, source, refVal = [], root }: Compiled6, number: number): string {
    if (source === undefined)
      throw new schemaCodes.ALC_ERR_SCHEMA_NOT_WRITTEN('a schema that others refer to has no code')
    const { code, defaults } = source
    const used = refVal.map((called, index) => {
      const isCalled = index > 0 && typeof called === 'function' && code.includes(`refVal[${index}]`)
      return isCalled ? this.add(called) : null
    })
    const [around] = root?.refVal ?? []
    const lines = [
      `make: (${given}) => { ${code} }`,
      `calls: ${JSON.stringify(used)}`,
      `root: ${code.includes('root.refVal') && typeof around === 'function' ? this.add(around) : number}`,
      `defaults: ${writeData(defaults)}`,
      `schema: ${code.includes('validate.schema') ? `() => ${writeData(schema)}` : 'null'}`,
    ]
    return `{ ${lines.join(', ')} }`
  }
}

function asCompiled(validate: unknown): Compiled6 {
  return validate as Compiled6 // version 6 made it
}

/** Data as source; parsed, for a key called `__proto__` would mean something else in an object literal. */
export function writeData(value: unknown): string {
  const text = JSON.stringify(value)
  const isSimple = !text.includes('__proto__') && (Array.isArray(value) || isPlainObject(value) || value === null)
  return isSimple ? (text.startsWith('{') ? `(${text})` : text) : `JSON.parse(${JSON.stringify(text)})`
}
