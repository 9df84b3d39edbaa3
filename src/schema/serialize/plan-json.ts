import type { PatternFlags } from '../emit/native-options.js'
import type { PlainObject } from '../model/plain-data.js'
import type { SchemaDocument } from '../model/schema-document.js'
import { checkConstant, inferType, saysHowToWrite } from './implied-types.js'
import type { ArrayPlan, BranchPlan, CompoundPlan, JsonPlan, ObjectPlan, ScalarKind, ValuePlan } from './json-plan.js'
import { Merged } from './merged.js'
import { agreed, agreedType, checkTogether, type Inner, type Part, type Parts, wholeOf } from './parts.js'
import { Contradiction, SchemaProblem } from './schema-problem.js'

/** Schemas that apply to one value together, and the number of ways in which branches have led there. */
export interface Together {
  parts: readonly Part[]
  ways: number
}

/** Plans how values are written to which all of the parts apply. @throws SchemaProblem */
export function planJson(together: Together, parts: Parts, flags: PatternFlags): JsonPlan {
  const planning = new Planning(parts, flags)
  const root = planning.ofRoot(together)
  return { root, compounds: planning.compounds() }
}

/** As deep as a schema may be: each level is one of calls. */
const deepest = 500

/** As many ways as branches of one value may be combined in. */
const mostWays = 4096

type Alternatives = 'anyOf' | 'oneOf'

class Planning {
  readonly #parts: Parts
  readonly #flags: PatternFlags
  readonly #numbers = new Map<string, number>()
  readonly #compounds: (CompoundPlan | null)[] = []
  /** What this plan is of: to reach it again is to write it here. */
  readonly #own = new Set<Part>()
  #depth = 0

  constructor(parts: Parts, flags: PatternFlags) {
    this.#parts = parts
    this.#flags = flags
  }

  compounds(): readonly CompoundPlan[] {
    return this.#compounds.filter((compound) => compound !== null)
  }

  ofRoot({ parts, ways }: Together): ValuePlan {
    const resolved = parts.flatMap((part) => this.#parts.resolved(part))
    for (const part of this.#parts.flattened(resolved)) this.#own.add(wholeOf(part))
    return this.#ofParts(resolved, ways)
  }

  /** A value to which several schemas apply. */
  #ofSchemas(schemas: readonly Inner[]): ValuePlan {
    const given = schemas.filter((schema) => typeof schema !== 'boolean')
    const target = this.#parts.onlyTarget(given)
    if (target !== null) return this.#reference(target, 1)
    return this.#ofReached(this.#parts.joined(given), 1)
  }

  /** What `$ref`s lead to, alone or with what stands beside them, is planned for itself, and once. */
  #ofReached(parts: readonly Part[], ways: number): ValuePlan {
    const view = this.#parts.flattened(parts)
    if (!view.some((part) => this.#parts.isTarget(part) && !this.#own.has(wholeOf(part)))) {
      return this.#ofParts(parts, ways)
    }
    checkTogether(view)
    return { kind: 'reference', together: { parts, ways } }
  }

  #reference(target: Inner, ways: number): ValuePlan {
    return typeof target === 'boolean' ? { kind: 'any' } : { kind: 'reference', together: { parts: [target], ways } }
  }

  #ofParts(parts: readonly Part[], ways: number): ValuePlan {
    const view = this.#parts.flattened(parts)
    const [first] = view
    if (first === undefined) return { kind: 'any' }
    if (++this.#depth > deepest) throw new SchemaProblem(first, `it is nested more than ${deepest} levels deep`)
    const plan = this.#ofView(view, first, ways)
    this.#depth--
    return plan
  }

  #ofView(view: readonly Part[], first: Part, ways: number): ValuePlan {
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      if (!view.some(({ schema }) => Array.isArray(schema[keyword]))) continue
      return this.#compound(keyword, view, () => this.#ofAlternatives(keyword, view, first, ways))
    }
    const conditional = view.find(({ schema }) => isConditional(schema))
    if (conditional !== undefined) return this.#compound('if', view, () => this.#ofCondition(conditional, view, ways))
    return this.#ofLeaf(view, first)
  }

  /** One branch of each `anyOf` (or `oneOf`) is chosen, by itself. */
  #ofAlternatives(keyword: Alternatives, view: readonly Part[], first: Part, ways: number): BranchPlan {
    const holders = view.filter(({ schema }) => Array.isArray(schema[keyword]))
    const { isNullable } = this.#merged(view)
    const rest = view
      .map((part) => (holders.includes(part) ? this.#parts.without(part, keyword) : part))
      // Before a branch is chosen null is written, where it may be.
      .filter(({ schema }) => saysHowToWrite(schema, isNullable))
    const [holder = first, ...others] = holders
    const choose = (holder: Part, others: readonly Part[], chosen: readonly Part[], ways: number): BranchPlan => {
      const list = holder.schema[keyword] as readonly unknown[] // looked at above
      const all = ways * list.length
      if (all > mostWays) throw new SchemaProblem(holder, `its branches combine in more than ${mostWays} ways`)
      const [next, ...further] = others
      const branches = list.flatMap((schema, index) => {
        const condition = this.#parts.inner(holder, schema, keyword, String(index))
        const own = typeof condition === 'boolean' ? [] : this.#parts.resolved(condition)
        const parts = [...chosen, ...own]
        if (next !== undefined) return [{ condition, plan: this.#add(choose(next, further, parts, all)) }]
        const plan = this.#ofCombined(rest, parts, condition, all)
        return plan === null ? [] : [{ condition, plan }]
      })
      return { kind: 'branch', isNullable, branches, otherwise: null, pointer: pointerOf(first) }
    }
    return choose(holder, others, [], ways)
  }

  /** `null`: branches of several choices exclude each other. */
  #ofCombined(rest: readonly Part[], chosen: readonly Part[], branch: Inner, ways: number): ValuePlan | null {
    const depth = this.#depth
    try {
      return this.#ofBranch(rest, chosen, branch, ways)
    } catch (error) {
      if (chosen.length < 2 || !(error instanceof Contradiction)) throw error
      this.#depth = depth
      return null
    }
  }

  /** A branch that is nothing but a `$ref`, with nothing beside the choice, is what it leads to. */
  #ofBranch(rest: readonly Part[], chosen: readonly Part[], branch: Inner, ways: number): ValuePlan {
    const target = typeof branch === 'boolean' ? null : this.#parts.onlyTarget([branch])
    if (target !== null && rest.length === 0 && chosen.length === 1) return this.#reference(target, ways)
    return this.#ofReached([...rest, ...chosen], ways)
  }

  #ofCondition(part: Part, view: readonly Part[], ways: number): BranchPlan {
    const rest = view.map((each) => (each === part ? this.#parts.without(part, 'if', 'then', 'else') : each))
    if (ways * 2 > mostWays) throw new SchemaProblem(part, `its branches combine in more than ${mostWays} ways`)
    const planWith = (keyword: 'then' | 'else') => {
      const inner = part.schema[keyword] === undefined ? true : this.#parts.inner(part, part.schema[keyword], keyword)
      const more = typeof inner === 'boolean' ? [] : this.#parts.resolved(inner)
      return this.#ofReached([...rest, ...more], ways * 2)
    }
    const condition = this.#parts.inner(part, part.schema.if, 'if')
    const branches = [{ condition, plan: planWith('then') }]
    const { isNullable } = this.#merged(view)
    return { kind: 'branch', isNullable, branches, otherwise: planWith('else'), pointer: pointerOf(part) }
  }

  #ofLeaf(view: readonly Part[], first: Part): ValuePlan {
    const merged = this.#merged(view)
    checkTogether(view)
    const plan = this.#ofTypes(view, merged, first)
    return merged.isNullable ? { kind: 'nullable', plan } : plan
  }

  #ofTypes(view: readonly Part[], merged: Merged, first: Part): ValuePlan {
    const declared = agreedType(view)
    const type = declared ?? inferType((keyword) => merged.has(keyword))
    const constant = agreed(view, 'const')
    if (constant !== undefined) {
      checkConstant(constant, declared, merged, view)
      const plan: ValuePlan = { kind: 'constant', text: JSON.stringify(constant) }
      return Array.isArray(type) && type.includes('null') ? { kind: 'nullable', plan } : plan
    }
    const pointer = pointerOf(first)
    if (!Array.isArray(type)) return this.#ofType(view, merged, type, pointer)
    const types = [...type.filter((each) => each === 'null'), ...type.filter((each) => each !== 'null')]
    const options = types.map((each) => ({ type: String(each), plan: this.#ofType(view, merged, each, pointer) }))
    return { kind: 'choice', options, pointer }
  }

  #ofType(view: readonly Part[], merged: Merged, type: unknown, pointer: string): ValuePlan {
    switch (type) {
      case 'string':
        return { kind: stringKinds.get(agreed(view, 'format')) ?? 'string' }
      case 'integer':
      case 'number':
      case 'boolean':
        return { kind: type }
      case 'null':
        return { kind: type, pointer }
      case 'object':
        return this.#compound(type, view, () => this.#ofObject(merged, pointer))
      case 'array':
        return this.#compound(type, view, () => this.#ofArray(merged, pointer))
      default:
        return { kind: 'any' } // there are no other types: checked before
    }
  }

  #compound(kind: string, view: readonly Part[], plan: () => CompoundPlan): ValuePlan {
    const key = `${kind} ${view.map(({ id }) => id)}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return { kind: 'compound', number: known }
    const number = this.#compounds.push(null) - 1
    this.#numbers.set(key, number)
    try {
      this.#compounds[number] = plan()
    } catch (error) {
      this.#compounds[number] = { kind: 'branch', isNullable: false, branches: [], otherwise: null, pointer: '' }
      throw error
    }
    return { kind: 'compound', number }
  }

  #add(plan: CompoundPlan): ValuePlan {
    return { kind: 'compound', number: this.#compounds.push(plan) - 1 }
  }

  #ofObject(merged: Merged, pointer: string): ObjectPlan {
    const { required } = merged
    const properties = merged.properties()
    const names = inOrderOfKeys([...properties.keys()])
    const ordered = [
      ...names.filter((name) => required.includes(name)),
      ...names.filter((name) => !required.includes(name)),
    ]
    const further = merged.further()
    return {
      kind: 'object',
      properties: ordered.map((name) => {
        const schemas = properties.get(name) ?? []
        const isRequired = required.includes(name)
        return { name, plan: this.#ofSchemas(schemas), isRequired, fallback: this.#fallback(schemas) }
      }),
      demanded: required.filter((name) => !properties.has(name)),
      patterns: [...merged.patterns()].map(([pattern, schemas]) => ({ pattern, plan: this.#ofSchemas(schemas) })),
      rest: further && this.#ofSchemas(further),
      pointer,
      ofNull: merged.isNullable ? 'null' : '{}',
    }
  }

  #ofArray(merged: Merged, pointer: string): ArrayPlan {
    const ofNull = merged.isNullable ? 'null' : '[]'
    const tuple = merged.tuple()
    if (tuple === null) return { kind: 'array', tuple: [], items: this.#ofSchemas(merged.items()), pointer, ofNull }
    const further = merged.furtherItems()
    const items = tuple.map((schemas) => ({ plan: this.#ofSchemas(schemas), types: this.#typesOf(schemas) }))
    return { kind: 'array', tuple: items, items: further && this.#ofSchemas(further), pointer, ofNull }
  }

  /** Items of a tuple are not converted: they have one of the types; `null`: they may be anything. */
  #typesOf(schemas: readonly Inner[]): readonly string[] | null {
    const view = this.#parts.flattened(this.#parts.joined(schemas))
    const merged = this.#merged(view)
    const type = agreedType(view) ?? inferType((keyword) => merged.has(keyword))
    if (type === undefined) return null
    return [...[type].flat().map(String), ...(merged.isNullable ? ['null'] : [])]
  }

  /** The default of a property; a `$ref` leads to that of its target. */
  #fallback(schemas: readonly Inner[]): string | null {
    const value = agreed(this.#parts.joined(schemas), 'default')
    return value === undefined ? null : JSON.stringify(value)
  }

  #merged(view: readonly Part[]): Merged {
    return new Merged(view, this.#parts, this.#flags)
  }
}

/** An object gives keys that are numbers first. */
function inOrderOfKeys(names: readonly string[]): readonly string[] {
  if (!names.some((name) => isIndex.test(name))) return names
  return Object.keys(Object.fromEntries(names.map((name) => [name, null])))
}

const isIndex = /^\d+$/

const stringKinds: ReadonlyMap<unknown, ScalarKind> = new Map([
  ['date-time', 'dateTime'],
  ['date', 'date'],
  ['time', 'time'],
  ['unsafe', 'unsafe'],
])

/** As the user knows the place: by the `$id` of a shared schema. */
export function pointerOf({
  resource,
  pointer,
}: {
  resource: { document: Pick<SchemaDocument, 'sharedId'> }
  pointer: string
}): string {
  return `${resource.document.sharedId?.replace(/#$/, '') ?? ''}#${pointer}`
}

function isConditional(schema: PlainObject): boolean {
  return Boolean(schema.if) && (Boolean(schema.then) || Boolean(schema.else))
}
