import { type PlainObject, readProperty } from '../../support/values.js'
import type { UnitCode } from '../emit/code-unit.js'
import { ContainerCode } from './container-code.js'
import { anything, chosenByType, Literals, mismatch, plainCode, type ValueCode } from './json-pieces.js'
import { Merged } from './merged.js'
import { Contradiction, type Inner, type Part, type Parts, SchemaProblem, wholeOf } from './parts.js'

/** Schemas that apply to one value together, and the number of combinations of branches that have led there. */
export interface Together {
  parts: readonly Part[]
  ways: number
}

export interface JsonCodeParts {
  code: UnitCode
  parts: Parts
  /** An expression for the function that writes the target of `$ref`s. */
  refer: (together: Together) => string
  /** An expression for whether `value` is valid for a schema. */
  test: (schema: Inner) => string
  /** How many branches of each schema have been written for one response. */
  repeats: Map<Part, number>
}

/** The greatest depth of a schema: each level is a level of calls. */
const deepest = 500

/** The greatest number of combinations of the branches of one value. */
const mostWays = 4096

/**
 * Finds all schemas of each value before it writes code. Branches that exclude each other are dropped. Each object,
 * array and choice gets a function, because these may contain themselves.
 */
export class JsonCode {
  readonly #parts: Parts
  readonly #code: UnitCode
  readonly #literals = new Literals()
  readonly #containers: ContainerCode
  /** The parts of this unit. A `$ref` to one of them is written here. */
  readonly #own = new Set<Part>()
  #depth = 0

  constructor(private readonly given: JsonCodeParts) {
    this.#parts = given.parts
    this.#code = given.code
    const ofSchemas = (schemas: readonly Inner[]) => this.#ofSchemas(schemas)
    this.#containers = new ContainerCode(given.code, given.parts, this.#literals, ofSchemas)
  }

  /** Gives the unit the code that writes values to which all of the parts apply. @throws SchemaProblem */
  write({ parts, ways }: Together): void {
    const view = this.#parts.flattened(this.#parts.resolved(parts))
    for (const part of view) this.#own.add(wholeOf(part))
    const written = this.#ofView(view, ways)
    this.#code.finish(callOnly.exec(written)?.[1] ?? `(out, at, value) => ${written}`, this.#literals.code)
  }

  #ofSchemas(schemas: readonly Inner[]): ValueCode {
    const [only] = schemas
    const plain = schemas.length === 1 && typeof only === 'object' ? plainCode(only.schema) : null
    return plain ?? this.#ofReached(this.#parts.resolved(schemas), 1)
  }

  /** Writes targets of `$ref`s as separate units, each once, alone or with the keywords beside the `$ref`. */
  #ofReached(parts: readonly Part[], ways: number): ValueCode {
    const view = this.#parts.flattened(parts)
    const isTarget = (part: Part) => this.#parts.isTarget(part)
    const isLone = parts.length === 1 && parts.every(isTarget)
    if (!isLone) {
      if (!view.some((part) => isTarget(part) && !this.#own.has(wholeOf(part)))) return this.#ofView(view, ways)
      this.#merged(view).check()
    }
    return `${this.given.refer({ parts, ways })}(out, at, value)`
  }

  #ofView(view: readonly Part[], ways: number): ValueCode {
    const [first] = view
    if (first === undefined) return anything
    if (++this.#depth > deepest) throw new SchemaProblem(first, `it is nested more than ${deepest} levels deep`)
    const code = this.#ofChoices(view, ways)
    this.#depth--
    return code
  }

  #ofChoices(view: readonly Part[], ways: number): ValueCode {
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      if (!view.some(({ schema }) => Array.isArray(schema[keyword]))) continue
      return this.#function(keyword, view, () => this.#ofAlternatives(keyword, view, ways))
    }
    const conditional = view.find(({ schema }) => isConditional(schema))
    if (conditional === undefined) return this.#ofLeaf(this.#merged(view))
    return this.#function('if', view, () => this.#ofCondition(conditional, view, ways))
  }

  /** Each `anyOf` (or `oneOf`) chooses one branch, independently. */
  #ofAlternatives(keyword: 'anyOf' | 'oneOf', view: readonly Part[], ways: number): string {
    const holders = view.filter(({ schema }) => Array.isArray(schema[keyword]))
    const merged = this.#merged(view)
    const rest = view
      .map((part) => (holders.includes(part) ? this.#parts.without(part, keyword) : part))
      // Null is written before a branch is chosen, if it is allowed.
      .filter((part) => merged.isWritingBeside(part))
    const choose = ([holder, ...others]: readonly Part[], chosen: readonly Part[], before: number): string => {
      const list = holder!.schema[keyword] as readonly unknown[] // each holder has one
      const all = this.#countWays(holder!, before, list.length)
      const branches = list.flatMap((_, index): Branch[] => {
        const condition = this.#parts.inner(holder!, keyword, String(index))
        const parts = [...chosen, ...this.#parts.resolved([condition])]
        const [next] = others
        const code =
          next === undefined
            ? this.#ofCombined(rest, parts, all)
            : this.#function(`${keyword} ${next.id}`, [...view, ...parts], () => choose(others, parts, all))
        return code === null ? [] : [{ condition, code }]
      })
      return this.#ofBranches(branches, merged.isNullable, mismatch(merged.pointer))
    }
    return choose(holders, [], ways)
  }

  /**
   * Branches of branches have a fixed number. Combined branches, or branches reached in several ways, are written again
   * each time.
   */
  #countWays(part: Part, before: number, branches: number): number {
    const { repeats } = this.given
    const written = (repeats.get(wholeOf(part)) ?? 0) + branches
    repeats.set(wholeOf(part), written)
    const ways = before * branches
    if (Math.min(ways, written) <= mostWays) return ways
    throw new SchemaProblem(part, `its branches combine in more than ${mostWays} ways`)
  }

  /** `null`: branches of several choices exclude each other. */
  #ofCombined(rest: readonly Part[], chosen: readonly Part[], ways: number): ValueCode | null {
    const depth = this.#depth
    try {
      return this.#ofReached([...rest, ...chosen], ways)
    } catch (error) {
      if (chosen.length < 2 || !(error instanceof Contradiction)) throw error
      this.#depth = depth
      return null
    }
  }

  #ofCondition(part: Part, view: readonly Part[], ways: number): string {
    const rest = view.map((each) => (each === part ? this.#parts.without(part, 'if', 'then', 'else') : each))
    const both = this.#countWays(part, ways, 2)
    const codeOf = (parts: readonly Part[], keyword: 'then' | 'else') => {
      const inner = part.schema[keyword] === undefined ? true : this.#parts.inner(part, keyword)
      return this.#ofReached([...parts, ...this.#parts.resolved([inner])], both)
    }
    const condition = this.#parts.inner(part, 'if')
    // Of many conditions about one property of an object only one can hold, so their clauses do not combine.
    const isObject = view.some(({ schema }) => schema.type === 'object')
    const possible = rest.map((each) => {
      const isOut = isObject && each.schema.else === undefined && excludeEachOther(part.schema.if, each.schema.if)
      return isOut ? this.#parts.without(each, 'if', 'then', 'else') : each
    })
    const branches = [{ condition, code: codeOf(possible, 'then') }]
    return this.#ofBranches(branches, this.#merged(view).isNullable, codeOf(rest, 'else'))
  }

  #ofBranches(branches: readonly Branch[], isNullable: boolean, otherwise: ValueCode): string {
    const chosen = branches.map(({ condition, code }) => {
      return `if (${this.given.test(condition)}) return ${code}`
    })
    const first = isNullable ? [`if (value === null) return ${this.#literals.write('null')}`] : []
    // The original value chooses the branch. Objects and lists are read first.
    return ['(out, at, value) {', ...first, ...chosen, `return ${otherwise}\n}`].join('\n')
  }

  #ofLeaf(merged: Merged): ValueCode {
    merged.check()
    const code = this.#ofTypes(merged)
    return merged.isNullable ? this.#literals.nullable(code) : code
  }

  #ofTypes(merged: Merged): ValueCode {
    const { pointer } = merged
    const type = merged.type ?? merged.impliedType
    const constant = merged.constant()
    if (constant !== undefined) {
      const code = this.#literals.write(JSON.stringify(constant))
      return Array.isArray(type) && type.includes('null') ? this.#literals.nullable(code) : code
    }
    if (!Array.isArray(type)) return this.#ofType(merged, type)
    const types = [...type.filter((each) => each === 'null'), ...type.filter((each) => each !== 'null')]
    const options = types.map((each) => [String(each), this.#ofType(merged, each)] as const)
    return chosenByType(options, pointer)
  }

  #ofType(merged: Merged, type: unknown): ValueCode {
    switch (type) {
      case 'null':
        return this.#literals.nullable(mismatch(merged.pointer))
      case 'object':
        return this.#function(type, merged.view, () => this.#containers.object(merged))
      case 'array':
        return this.#function(type, merged.view, () => this.#containers.array(merged))
      default:
        return this.#literals.scalar(type, merged.agreed('format'))
    }
  }

  /** A function for one kind of value of a view. A view whose branches exclude each other refuses all values. */
  #function(kind: string, view: readonly Part[], write: () => string): ValueCode {
    const ids = view.length === 1 ? view[0]!.id : String(view.map(({ id }) => id))
    const name = this.#code.functionFor('write', kind, ids, write, `() {\n${mismatch('')}\n}`)
    return `${name}(out, at, value)`
  }

  #merged(view: readonly Part[]): Merged {
    return new Merged(view, this.#parts)
  }
}

interface Branch {
  condition: Inner
  code: ValueCode
}

const callOnly = /^(\w+)\(out, at, value\)$/

/** Whether two conditions for an object require different constants for one property. */
function excludeEachOther(one: unknown, other: unknown): boolean {
  const [first, second] = [constantsOf(one), constantsOf(other)]
  return [...first].some(([name, value]) => second.has(name) && second.get(name) !== value)
}

/** The scalars that a condition requires, by the names of their properties. */
function constantsOf(condition: unknown): ReadonlyMap<string, unknown> {
  const { properties, required }: Record<string, unknown> = Object(condition)
  const names = Array.isArray(required) ? required.map(String) : []
  const constants = names.map((name) => [name, readProperty(readProperty(properties, name), 'const')] as const)
  return new Map(constants.filter(([, value]) => value !== undefined && Object(value) !== value))
}

function isConditional(schema: PlainObject): boolean {
  return Boolean(schema.if) && (Boolean(schema.then) || Boolean(schema.else))
}
