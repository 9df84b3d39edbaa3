import { keywordOf } from '../keywords/table.js'
import { schemasIn } from '../model/walk.js'
import { type Inner, isRef, type Part, type Parts } from './parts.js'
import { SchemaProblem } from './schema-problem.js'

/** Looks at response schemas and all that their `$ref`s lead to, each once for a context. */
export class Survey {
  readonly #parts: Parts
  readonly #ending = new WeakSet<Part>()
  readonly #passed = new WeakSet<Part>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * @throws SchemaProblem where `$ref`s lead back to where they stand without going into a property or an item: no value
   *   is ever done with such a schema. Recursion through the data, as in a tree, is fine.
   */
  check(schema: unknown): void {
    const fresh: Part[] = []
    try {
      this.#visit(this.#parts.open(schema), fresh)
    } catch (error) {
      for (const part of fresh) this.#passed.delete(part)
      throw error
    }
  }

  #visit(start: Inner, fresh: Part[]): void {
    const pending = [start]
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (typeof next === 'boolean' || this.#passed.has(next)) continue
      this.#passed.add(next)
      fresh.push(next)
      this.#follow(next, new Set())
      if (isRef(next)) pending.push(this.#parts.target(next))
      for (const { keyword, name, schema: inner } of schemasIn(next.schema)) {
        if (keyword !== 'definitions' && keyword !== '$defs') pending.push(this.#inner(next, inner, keyword, name))
      }
    }
  }

  #follow(part: Inner, path: Set<Part>): void {
    if (typeof part === 'boolean' || this.#ending.has(part)) return
    if (path.has(part)) {
      const refs = [...path].filter(isRef).map(({ schema }) => schema.$ref)
      throw new SchemaProblem(
        part,
        `its "$ref"s (${refs.join(', ')}) lead back to themselves and apply to one value for ever`,
      )
    }
    path.add(part)
    for (const other of this.#beside(part)) this.#follow(other, path)
    path.delete(part)
    this.#ending.add(part)
  }

  /** The schemas that apply to the same value. */
  #beside(part: Part): readonly Inner[] {
    const inPlace = schemasIn(part.schema)
      .filter(({ keyword }) => keywordOf(keyword)?.validates === 'value')
      .map(({ keyword, name, schema }) => this.#inner(part, schema, keyword, name))
    return isRef(part) ? [this.#parts.target(part), ...inPlace] : inPlace
  }

  #inner(part: Part, schema: unknown, keyword: string, name: string | null): Inner {
    return this.#parts.inner(part, schema, ...(name === null ? [keyword] : [keyword, name]))
  }
}
