import { literalOf } from '../../support/literal.js'
import type { AheadOfTime, BootCompilers, DefaultCompilers, SchemaOptions } from '../compiler/compilers.js'
import { problemOf, routeText } from '../compiler/schema-error.js'
import { Runtime } from '../emit/runtime.js'
import { Unwritten } from '../emit/unsupported.js'
import { jsonRuntime } from '../serialize/json-units.js'
import { artefactFormat, madeOf, UnitsWriter } from './artefact.js'

/** A part of a route whose schema cannot be written: it compiles when the application boots. */
export interface UnwrittenPart {
  route: string
  part: string
  reason: string
}

/** Writes the schemas of a server while it boots. */
export class ArtefactWriter implements AheadOfTime {
  readonly unwritten: UnwrittenPart[] = []
  readonly #shared = new Set<string>()
  readonly #native = new UnitsWriter()
  readonly #json = new UnitsWriter()
  readonly #validators = new Map<string, string>()
  readonly #serializers = new Map<string, string>()

  constructor(private readonly options: SchemaOptions) {}

  inContext({ validators, serializers, keyOfVisible }: DefaultCompilers): BootCompilers {
    return {
      prepareValidator: (input) => {
        const key = validators.keyOf(input)
        // Without a key, JSON cannot express the schema.
        const textOfSchema = () => (key === null ? null : JSON.stringify(input.schema))
        const text = textOfSchema()
        const validate = validators.compile(input)
        const isChanged = textOfSchema() !== text
        this.#add(this.#validators, key, { route: routeText(input), part: validators.partOf(input) }, () => {
          if (isChanged) throw new Unwritten('a keyword of a plugin changes it')
          const { unit, replacesRoot } = validators.write(input)
          return `{ unit: ${this.#native.add(unit)}, replacesRoot: ${replacesRoot} }`
        })
        return validate
      },
      prepareSerializer: (input) => {
        const serialize = serializers.compile(input)
        const at = { route: routeText(input), part: serializers.partOf(input) }
        this.#add(this.#serializers, serializers.keyOf(input), at, () =>
          String(this.#json.add(serializers.write(input))),
        )
        return serialize
      },
      checkShared: (schemas, context) => {
        validators.checkShared(schemas, context)
        const key = schemas.length === 0 ? null : keyOfVisible()
        if (key !== null) this.#shared.add(key)
      },
    }
  }

  get counts(): { validators: number; serializers: number } {
    const written = (all: ReadonlyMap<string, string>) => [...all.values()].filter((text) => text !== 'null').length
    return { validators: written(this.#validators), serializers: written(this.#serializers) }
  }

  /** The text of a module whose default export is the artefact. */
  get code(): string {
    const parts = [
      `format: ${artefactFormat}`,
      `made: ${JSON.stringify(madeOf(this.options))}`,
      `shared: ${JSON.stringify([...this.#shared])}`,
      `native: ${this.#native.write(new Runtime().functions)}`,
      `validators: {\n${entries(this.#validators)}\n}`,
      `json: ${this.#json.write(jsonRuntime)}`,
      `serializers: {\n${entries(this.#serializers)}\n}`,
    ]
    return `// Written by alcove compile: write it again when schemas change, and do not edit it.\nexport default {\n${parts.join(',\n')}\n}\n`
  }

  /** @param write gives the source of the function. Its error means only that there is none: the schema has compiled */
  #add(written: Map<string, string>, key: string | null, at: Omit<UnwrittenPart, 'reason'>, write: () => string): void {
    if (key === null) {
      this.unwritten.push({ ...at, reason: 'it contains a value that is not JSON' })
      return
    }
    const known = written.get(key)
    if (known !== undefined && known !== 'null') return
    written.set(key, 'null')
    try {
      written.set(key, write())
    } catch (error) {
      this.unwritten.push({ ...at, reason: problemOf(error) })
    }
  }
}

function entries(written: ReadonlyMap<string, string>): string {
  return [...written].map(([key, text]) => `${literalOf(key)}: ${text}`).join(',\n')
}
