import type { Precompiled, WrittenValidator } from '../../contracts/precompiled.js'
import type { SerializeFunction, SerializerCompilerInput, ValidateFunction } from '../../contracts/schema.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { lazy } from '../../support/lazy.js'
import type { AheadOfTime, BootCompilers, DefaultCompilers, SchemaOptions } from '../compiler/compilers.js'
import type { CompilerInput, DefaultCompiler } from '../compiler/default-compiler.js'
import { withCode } from '../compiler/default-serializer.js'
import { Deferred, type Prepared } from '../compiler/deferred.js'
import { routeText } from '../compiler/schema-error.js'
import { readEngineOptions } from '../engines/engine-options.js'
import { NativeCode } from '../engines/native/native-code.js'
import { JsonSerializers, jsonRuntime } from '../serialize/json-units.js'
import { artefactFormat, madeOf, UnitsReader } from './artefact.js'
import { ArtefactWriter } from './artefact-writer.js'

/** @param writer of the same copy of alcove as the server, because it must know the code of that server */
type Open = (options: SchemaOptions, writer: ArtefactWriter) => AheadOfTime

/** A registered symbol: the command line and the server may belong to two copies of alcove. */
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
  readonly #shared: ReadonlySet<string>
  readonly #native: NativeCode
  readonly #validators: () => UnitsReader
  readonly #json: () => UnitsReader
  readonly #serializers: JsonSerializers

  /** @throws ALC_ERR_PRECOMPILED_STALE */
  constructor(
    private readonly written: Precompiled,
    options: SchemaOptions,
  ) {
    checkMade(written, options)
    const engineOptions = readEngineOptions(options.validatorengine)
    const { formats } = engineOptions
    this.#serializers = new JsonSerializers(engineOptions)
    this.#native = new NativeCode(engineOptions)
    this.#shared = new Set(written.shared)
    this.#validators = lazy(() => new UnitsReader(written.native, this.#native.functions, formats))
    this.#json = lazy(() => new UnitsReader(written.json, jsonRuntime, formats))
  }

  inContext({ validators, serializers, keyOfVisible }: DefaultCompilers): BootCompilers {
    const written = this.written
    return {
      prepareValidator: (input) =>
        prepare(validators, written.validators, input, (found) => this.#readValidator(found)),
      prepareSerializer: (input) => {
        return prepare(serializers, written.serializers, input, (unit) => this.#readSerializer(unit, input))
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
    return this.#native.validatorOf(this.#validators().get(unit), replacesRoot)
  }

  #readSerializer(unit: number, input: SerializerCompilerInput): SerializeFunction {
    return withCode(this.#serializers.serializerOf(this.#json().get(unit)), input)
  }
}

/** Finds the function of a schema. The entry `null` means that the schema compiles at boot. */
function prepare<Input extends CompilerInput, Compiled, Entry>(
  compiler: DefaultCompiler<Input, Compiled>,
  written: Readonly<Record<string, Entry | null>>,
  input: Input,
  read: (entry: Entry) => Compiled,
): Prepared<Compiled> {
  const key = compiler.keyOf(input)
  const found = key === null ? null : written[key]
  if (found === undefined) throw stale(`the ${compiler.partOf(input)} of ${routeText(input)} is new or has changed`)
  return found === null ? compiler.prepare(input) : new Deferred(() => read(found))
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
