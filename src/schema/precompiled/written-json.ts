import type { WrittenCode } from '../../contracts/precompiled.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { CodeBatch } from '../emit/code-batch.js'
import type { Format } from '../emit/native-options.js'
import { jsonRuntime } from '../serialize/json-serializer.js'
import { type JsonFunction, type JsonUnit, unitsBelow } from '../serialize/json-units.js'

/** Writes serializers as one function, what several of them call once; what calls nothing is known by its text. */
export class JsonWriter {
  readonly #pieces: string[] = []
  readonly #numbers = new Map<JsonUnit, number>()
  readonly #simple = new Map<string, number>()

  /** The number of a unit; all that it calls are written with it. */
  add(unit: JsonUnit): number {
    const fresh = unitsBelow(unit).filter((each) => !this.#numbers.has(each))
    // Units call each other in circles: all have their numbers before one is written.
    for (const each of fresh) this.#numbers.set(each, this.#placeOf(each))
    for (const each of fresh) this.#pieces[this.#numberOf(each)] ||= this.#write(each)
    return this.#numberOf(unit)
  }

  /** The source of a function that is called with what serializers call by name, and gives all units. */
  write(): string {
    return new CodeBatch(jsonRuntime).write(`[\n${this.#pieces.join(',\n')}\n]`)
  }

  #placeOf(unit: JsonUnit): number {
    if (unit.called.length > 0) return this.#pieces.push('') - 1
    const text = this.#write(unit)
    const known = this.#simple.get(text) ?? this.#pieces.push(text) - 1
    this.#simple.set(text, known)
    return known
  }

  #numberOf(unit: JsonUnit): number {
    return this.#numbers.get(unit)! // it has been given one
  }

  #write({ code, called }: JsonUnit): string {
    const numbers = called.map((each) => this.#numberOf(each))
    return `{ called: ${JSON.stringify(numbers)}, make: (called, formats) => {\n${code}\n} }`
  }
}

/** Serializers that were written down; each unit is made when it is first asked for. */
export class WrittenJson {
  readonly #pieces: ReturnType<WrittenCode>
  readonly #formats: () => ReadonlyMap<string, Format>
  readonly #made = new Map<number, Pick<JsonUnit, 'run'>>()

  constructor(json: WrittenCode, formats: () => ReadonlyMap<string, Format>) {
    this.#pieces = json(jsonRuntime as never) // so they were written
    this.#formats = formats
  }

  /** @throws ALC_ERR_PRECOMPILED_STALE */
  get(number: number): Pick<JsonUnit, 'run'> {
    const known = this.#made.get(number)
    if (known !== undefined) return known
    const piece = this.#pieces[number]
    if (piece === undefined) throw new schemaCodes.ALC_ERR_PRECOMPILED_STALE('parts of the file are missing')
    // Known before it is made: units call each other in circles.
    const made: Pick<JsonUnit, 'run'> = { run: null }
    this.#made.set(number, made)
    const called = piece.called.map((each: number) => this.get(each))
    made.run = piece.make(called, this.#formats) as JsonFunction // so it was written
    return made
  }
}
