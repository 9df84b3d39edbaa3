import type { Precompiled, WrittenValidator } from '../../contracts/precompiled.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { lazy } from '../../support/lazy.js'
import { literalOf } from '../../support/literal.js'
import type { AheadOfTime, BootCompilers, DefaultCompilers, SchemaOptions } from '../compiler/compilers.js'
import { type CompilerInput, type DefaultCompiler, Deferred, type Prepared } from '../compiler/default-compiler.js'
import { withCode } from '../compiler/default-serializer.js'
import type { SchemaCompiler } from '../compiler/schema-compiler.js'
import { problemOf, routeText } from '../compiler/schema-error.js'
import { Runtime } from '../emit/runtime.js'
import { Unwritten } from '../emit/unsupported.js'
import { jsonRuntime } from '../serialize/json-units.js'
import { artefactFormat, madeOf, UnitsReader, UnitsWriter } from './artefact.js'

/** A part of a route whose schema cannot be written: it compiles when the application boots. */
export interface UnwrittenPart {
  /** Method and path of the route. */
  route: string
  /** The part of its schema. */
  part: string
  /** Why no code was written. */
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
      prepareValidator: (input) =>
        this.#prepare(validators, this.#validators, input, () => {
          const { unit, replacesRoot } = validators.write(input)
          return `{ unit: ${this.#native.add(unit)}, replacesRoot: ${replacesRoot} }`
        }),
      prepareSerializer: (input) =>
        this.#prepare(serializers, this.#serializers, input, () => String(this.#json.add(serializers.write(input)))),
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
  #prepare<Input extends CompilerInput, Compiled>(
    compiler: DefaultCompiler<Input, Compiled>,
    written: Map<string, string>,
    input: Input,
    write: () => string,
  ): Compiled {
    const at = { route: routeText(input), part: compiler.partOf(input) }
    const key = compiler.keyOf(input)
    const compiled = compiler.compile(input)
    if (key === null) this.unwritten.push({ ...at, reason: 'it contains a value that is not JSON' })
    if (key === null || (written.get(key) ?? 'null') !== 'null') return compiled
    written.set(key, 'null')
    try {
      if (compiler.keyOf(input) !== key) throw new Unwritten('a keyword of a plugin changes it')
      written.set(key, write())
    } catch (error) {
      this.unwritten.push({ ...at, reason: problemOf(error) })
    }
    return compiled
  }
}

function entries(written: ReadonlyMap<string, string>): string {
  return [...written].map(([key, text]) => `${literalOf(key)}: ${text}`).join(',\n')
}

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
  readonly #compiler: SchemaCompiler
  readonly #shared: ReadonlySet<string>
  readonly #validators: () => UnitsReader
  readonly #json: () => UnitsReader

  /** @throws ALC_ERR_PRECOMPILED_STALE */
  constructor(
    private readonly written: Precompiled,
    options: SchemaOptions,
  ) {
    checkMade(written, options)
    const { code, options: engineOptions } = options.compiler
    const { formats } = engineOptions
    this.#compiler = options.compiler
    this.#shared = new Set(written.shared)
    this.#validators = lazy(() => new UnitsReader(written.native, code.functions, formats))
    this.#json = lazy(() => new UnitsReader(written.json, jsonRuntime, formats))
  }

  inContext({ validators, serializers, keyOfVisible }: DefaultCompilers): BootCompilers {
    const written = this.written
    const { code, serializers: json } = this.#compiler
    return {
      prepareValidator: (input) => {
        const read = ({ unit, replacesRoot }: WrittenValidator) =>
          code.validatorOf(this.#validators().get(unit), replacesRoot)
        return prepare(validators, written.validators, input, read)
      },
      prepareSerializer: (input) => {
        const read = (unit: number) => withCode(json.serializerOf(this.#json().get(unit)), input)
        return prepare(serializers, written.serializers, input, read)
      },
      checkShared: (schemas, context) => {
        if (schemas.length === 0) return
        const key = keyOfVisible()
        if (key === null) validators.checkShared(schemas, context)
        else if (!this.#shared.has(key)) throw stale(`the shared schemas of ${context} are new or have changed`)
      },
    }
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
