import type { Precompiled, WrittenValidator } from '../../contracts/precompiled.js'
import type { SerializeFunction, SerializerCompilerInput, ValidateFunction } from '../../contracts/schema.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { lazy } from '../../support/lazy.js'
import type { AheadOfTime, BootCompilers, DefaultCompilers, SchemaOptions } from '../compiler/compilers.js'
import { withCode } from '../compiler/default-serializer.js'
import { Deferred } from '../compiler/deferred.js'
import { requestPart, responsePart, routeText } from '../compiler/schema-error.js'
import { readEngineOptions, regExpOf } from '../engines/engine-options.js'
import { readFormats } from '../engines/formats.js'
import { NativeCode } from '../engines/native/native-code.js'
import { JsonSerializers, jsonRuntime } from '../serialize/json-units.js'
import { artefactFormat, madeOf, UnitsReader } from './artefact.js'
import { ArtefactWriter } from './artefact-writer.js'

/** @param writer of the same copy of alcove as the server, because it must know the code of that server */
type Open = (options: SchemaOptions, writer: ArtefactWriter) => AheadOfTime

/**
 * A registered symbol: the command line belongs to the core, and the server may belong to the drop-in or to another
 * copy.
 */
const opener = Symbol.for('alcove.precompiled-opener')

/** An object for the option `precompiled` in place of an artefact that is still to be written. */
export function standInFor(open: Open): Precompiled {
  const schemas = { shared: [], native: () => [], validators: {}, serializers: {}, json: () => [] }
  return Object.assign({ format: 0, made: {}, ...schemas }, { [opener]: open })
}

/**
 * The reader or writer that the option `precompiled` asks for.
 *
 * @throws ALC_ERR_PRECOMPILED_STALE for an artefact of other versions or options
 */
export function openAhead(precompiled: Precompiled, options: SchemaOptions): AheadOfTime {
  const open: Open | undefined = Reflect.get(precompiled, opener)
  return open?.(options, new ArtefactWriter(options)) ?? new ArtefactReader(precompiled, options)
}

/** Starts a server with the schemas of an artefact. Each is found by its text. */
export class ArtefactReader implements AheadOfTime {
  readonly #written: Precompiled
  readonly #shared: ReadonlySet<string>
  readonly #native: () => NativeCode
  readonly #validators: () => UnitsReader
  readonly #json: () => UnitsReader
  readonly #serializers = new JsonSerializers()

  /** @throws ALC_ERR_PRECOMPILED_STALE */
  constructor(written: Precompiled, options: SchemaOptions) {
    checkMade(written, options)
    this.#written = written
    this.#shared = new Set(written.shared)
    const engineOptions = lazy(() => readEngineOptions(options.validatorengine))
    const formats = lazy(() => readFormats(engineOptions()))
    this.#native = lazy(() => {
      const { version, customOptions } = engineOptions()
      return new NativeCode({ version, formats, regExp: regExpOf(customOptions) })
    })
    this.#validators = lazy(() => new UnitsReader(written.native, this.#native().functions, formats))
    this.#json = lazy(() => new UnitsReader(written.json, jsonRuntime, formats))
  }

  inContext({ validators, serializers, keyOfVisible }: DefaultCompilers): BootCompilers {
    const written = this.#written
    return {
      prepareValidator: (input) => {
        const name = () => `the ${requestPart(input.httpPart)} of ${routeText(input)}`
        const found = find(written.validators, validators.keyOf(input), name)
        return found === null ? validators.prepare(input) : new Deferred(() => this.#readValidator(found))
      },
      prepareSerializer: (input) => {
        const name = () => `the ${responsePart(input)} of ${routeText(input)}`
        const found = find(written.serializers, serializers.keyOf(input), name)
        return found === null ? serializers.prepare(input) : new Deferred(() => this.#readSerializer(found, input))
      },
      checkShared: (schemas, context) => {
        if (schemas.length === 0) return
        const key = keyOfVisible()
        if (key === null) validators.checkShared(schemas, context)
        else if (!this.#shared.has(key)) throw stale(`the shared schemas of ${context} are new or have changed`)
      },
    }
  }

  #readValidator(written: WrittenValidator): ValidateFunction {
    const { unit, replacesRoot } = written
    return this.#native().validatorOf(this.#validators().get(unit), replacesRoot)
  }

  #readSerializer(unit: number, input: SerializerCompilerInput): SerializeFunction {
    return withCode(this.#serializers.serializerOf(this.#json().get(unit)), input)
  }
}

/** The entry of a key; `null`: the writer recorded that the schema compiles at boot. */
function find<T>(written: Readonly<Record<string, T | null>>, key: string | null, name: () => string): T | null {
  if (key === null) return null
  const found = written[key]
  if (found === undefined) throw stale(`${name()} is new or has changed`)
  return found
}

function checkMade({ format, made }: Precompiled, options: SchemaOptions): void {
  if (format !== artefactFormat) throw stale('they are written in another form, by another version of alcove')
  for (const [what, now] of Object.entries(madeOf(options))) {
    if (made[what] === now) continue
    throw stale(what.startsWith('the option') ? `${what} has changed` : `${what} was ${made[what]} and is ${now} now`)
  }
}

function stale(change: string): Error {
  return new schemaCodes.ALC_ERR_PRECOMPILED_STALE(change)
}
