import type { SerializerCompilerInput, ValidatorCompilerInput } from '../../contracts/schema.js'
import { literalOf } from '../../support/literal.js'
import type { AheadOfTime, BootCompilers, DefaultCompilers, SchemaOptions } from '../compiler/compilers.js'
import type { DefaultValidators } from '../compiler/default-validator.js'
import { problemOf, requestPart, responsePart, routeText } from '../compiler/schema-error.js'
import { Runtime } from '../emit/runtime.js'
import { jsonRuntime } from '../serialize/json-units.js'
import { artefactFormat, madeOf, UnitsWriter } from './artefact.js'

/** A part of a route whose schema cannot be written: it compiles when the application boots. */
export interface UnwrittenPart {
  route: string
  part: string
  reason: string
}

/** The source of a function, or the reason why there is none. */
type Writing = { text: string; reason?: undefined } | { text?: undefined; reason: string }

/** Writes the schemas of a server while it boots. */
export class ArtefactWriter implements AheadOfTime {
  readonly unwritten: UnwrittenPart[] = []
  readonly #options: SchemaOptions
  readonly #shared = new Set<string>()
  readonly #native = new UnitsWriter()
  readonly #json = new UnitsWriter()
  readonly #validators = new Map<string, string>()
  readonly #serializers = new Map<string, string>()

  constructor(options: SchemaOptions) {
    this.#options = options
  }

  inContext({ validators, serializers, keyOfVisible }: DefaultCompilers): BootCompilers {
    return {
      prepareValidator: (input) => {
        const key = validators.keyOf(input)
        // Without a key, JSON cannot express the schema.
        const textOfSchema = () => (key === null ? null : JSON.stringify(input.schema))
        const text = textOfSchema()
        const validate = validators.compile(input)
        const isChanged = textOfSchema() !== text
        this.#add(this.#validators, key, [input, requestPart(input.httpPart)], () =>
          isChanged ? { reason: 'a keyword of a plugin changes it' } : this.#textOf(validators.write(input)),
        )
        return validate
      },
      prepareSerializer: (input) => {
        const serialize = serializers.compile(input)
        const key = serializers.keyOf(input)
        this.#add(this.#serializers, key, [input, responsePart(input)], () => {
          const unit = serializers.write(input)
          return unit === null
            ? { reason: 'fast-json-stringify serializes it' }
            : { text: String(this.#json.add(unit)) }
        })
        return serialize
      },
      checkShared: (schemas, context) => {
        validators.checkShared(schemas, context)
        const key = schemas.length === 0 ? null : keyOfVisible()
        if (key !== null) this.#shared.add(key)
      },
    }
  }

  /** How many functions were written. */
  get counts(): { validators: number; serializers: number } {
    const written = (all: ReadonlyMap<string, string>) => [...all.values()].filter((text) => text !== 'null').length
    return { validators: written(this.#validators), serializers: written(this.#serializers) }
  }

  /** The text of a module whose default export is the artefact. */
  get code(): string {
    const parts = [
      `format: ${artefactFormat}`,
      `made: ${JSON.stringify(madeOf(this.#options))}`,
      `shared: ${JSON.stringify([...this.#shared])}`,
      `native: ${this.#native.write(new Runtime().functions)}`,
      `validators: {\n${entries(this.#validators)}\n}`,
      `json: ${this.#json.write(jsonRuntime)}`,
      `serializers: {\n${entries(this.#serializers)}\n}`,
    ]
    return `// Written by alcove compile: write it again when schemas change, and do not edit it.\nexport default {\n${parts.join(',\n')}\n}\n`
  }

  #add(
    written: Map<string, string>,
    key: string | null,
    [input, part]: [ValidatorCompilerInput | SerializerCompilerInput, string],
    write: () => Writing,
  ): void {
    if (key === null) {
      this.unwritten.push({ route: routeText(input), part, reason: 'it contains a value that is not JSON' })
      return
    }
    const known = written.get(key)
    if (known !== undefined && known !== 'null') return
    const { text = 'null', reason } = attempt(write)
    written.set(key, text)
    if (reason !== undefined) this.unwritten.push({ route: routeText(input), part, reason })
  }

  #textOf({ unit, replacesRoot }: ReturnType<DefaultValidators['write']>): Writing {
    return { text: `{ unit: ${this.#native.add(unit)}, replacesRoot: ${replacesRoot} }` }
  }
}

// The schema has compiled, so an error of the writing means only that it cannot be written.
function attempt(write: () => Writing): Writing {
  try {
    return write()
  } catch (error) {
    return { reason: problemOf(error) }
  }
}

function entries(written: ReadonlyMap<string, string>): string {
  return [...written].map(([key, text]) => `${literalOf(key)}: ${text}`).join(',\n')
}
