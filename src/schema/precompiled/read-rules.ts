import type { WrittenRules } from '../../contracts/precompiled.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { type Judge, type Judged, judgings } from '../emit/runtime.js'
import type { Format } from '../engines/native/formats.js'

/** Rules that were written down; each piece is made when it is first asked for. */
export class WrittenJudges {
  readonly #pieces: ReturnType<WrittenRules>
  readonly #formats: () => ReadonlyMap<string, Format>
  readonly #made = new Map<number, Judged>()

  constructor(rules: WrittenRules, version: 6 | 8, formats: () => ReadonlyMap<string, Format>) {
    this.#pieces = rules(judgings[version] as never) // so they were written
    this.#formats = formats
  }

  /** @throws ALC_ERR_PRECOMPILED_STALE */
  get(number: number): Judged {
    const known = this.#made.get(number)
    if (known !== undefined) return known
    const piece = this.#pieces[number]
    if (piece === undefined) throw new schemaCodes.ALC_ERR_PRECOMPILED_STALE('parts of the file are missing')
    // Known before it is made: pieces call each other in circles.
    const made: Judged = { judge: null }
    this.#made.set(number, made)
    const called = piece.called.map((each: number) => this.get(each))
    made.judge = piece.make(called, this.#formats) as Judge // so it was written
    return made
  }
}
