import { isPlainObject } from '../model/plain-data.js'

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

  /**
   * The number of a function; all that it calls are written with it.
   *
   * @param finished the function of a registered schema, when it has been compiled
   */
  add(validate: unknown, finished: (key: string) => unknown): number {
    const compiled = whole(asCompiled(validate), finished)
    const known = this.#numbers.get(compiled.schema)
    if (known !== undefined) return known
    const number = this.#compiled.push(compiled) - 1
    this.#numbers.set(compiled.schema, number)
    for (const called of compiled.refVal ?? []) if (typeof called === 'function') this.add(called, finished)
    const [root] = compiled.root?.refVal ?? []
    if (typeof root === 'function') this.add(root, finished)
    return number
  }

  #numberOf(called: unknown): number {
    return this.#numbers.get(asCompiled(called).schema)! // it was added with what calls it
  }

  write(): string[] {
    return this.#compiled.map((compiled, number) => this.#write(compiled, number))
  }

  #write({ schema, source, refVal = [], root }: Compiled6, number: number): string {
    const { code, defaults } = source! // all have been made whole
    const used = refVal.map((called, index) => {
      const isCalled = index > 0 && typeof called === 'function' && code.includes(`refVal[${index}]`)
      return isCalled ? this.#numberOf(called) : null
    })
    const [around] = root?.refVal ?? []
    const lines = [
      `make: (${given}) => { ${code} }`,
      `calls: ${JSON.stringify(used)}`,
      `root: ${code.includes('root.refVal') && typeof around === 'function' ? this.#numberOf(around) : number}`,
      `defaults: ${writeData(defaults)}`,
      `schema: ${code.includes('validate.schema') ? `() => ${writeData(schema)}` : 'null'}`,
    ]
    return `{ ${lines.join(', ')} }`
  }
}

/**
 * Where schemas refer to each other in a circle, one of them calls what stands for another while that compiles. Its own
 * function may have been made for a validator that is not written.
 */
function whole(compiled: Compiled6, finished: (key: string) => unknown): Compiled6 {
  if (compiled.source !== undefined || !isPlainObject(compiled.schema)) return compiled
  const { $id } = compiled.schema
  return typeof $id === 'string' ? asCompiled(finished($id)) : compiled
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
