import { inspect, isDeepStrictEqual } from 'node:util'
import type { ValidatorEngineOptions } from '#dist/contracts/validator-options.js'
import { Deferred, type Prepared } from '#dist/schema/compiler/default-compiler.js'
import { SchemaCompiler } from '#dist/schema/compiler/schema-compiler.js'
import { namesInherited } from '#dist/schema/model/walk.js'
import { compilersOf } from '../schema/compile.js'
import { copyOf, isRecord } from './copies.js'
import type { Asked, Case } from './wide-cases.js'

/** One server option that leaves the choice to us, and one that sends every schema to the library. */
export interface Engines {
  own: ValidatorEngineOptions
  library: ValidatorEngineOptions
}

/** The result for a schema or a value: the code of an error, or the data for the handler. */
type Seen = { error: unknown } | { isValid: unknown; data: unknown; errors: unknown }

export interface Difference {
  of: string
  own: Seen
  library: Seen
}

export function newEngines({ version, customOptions }: Pick<Case, 'version' | 'customOptions'>): Engines {
  return {
    own: { version, customOptions: { ...customOptions } },
    library: { version, customOptions: { ...customOptions }, engine: 'ajv' },
  }
}

/**
 * The first difference of the two validators. Without one, the number of values that were validated, not refused with
 * their schema.
 */
export function compare(given: Case, engines: Engines): Difference | number {
  const [own, library] = [judge(given, engines.own), judge(given, engines.library)]
  if (library.some(({ seen }) => 'error' in seen && seen.error === misread)) return 0
  for (const [index, { of, seen }] of own.entries()) {
    const expected = library[index]?.seen ?? { error: 'nothing' }
    if (!isSame(seen, expected)) return inheritsNames(given) ? 0 : { of, own: seen, library: expected }
  }
  return own.filter(({ seen }) => 'isValid' in seen).length
}

/**
 * Whether a schema names a member of every object, and a value is a Buffer. For such schemas the library visits own
 * properties only, while `for` also visits the methods of a Buffer. JSON has no such values.
 */
function inheritsNames({ shared, asked }: Case): boolean {
  const schemas = [...shared, ...asked.map(({ schema }) => schema)]
  return schemas.some(namesInherited) && inspect(asked, { depth: 20 }).includes('<Buffer ')
}

/** Whether a handler, or a formatter of errors, would see no difference. */
function isSame(own: Seen, library: Seen): boolean {
  if ('error' in own || 'error' in library) return isDeepStrictEqual(own, library)
  if (own.isValid === false && library.isValid === false) {
    return isDeepStrictEqual(own.errors, library.errors) && holds(own.data, library.data)
  }
  // The order of names is what an answer shows that sends the value back.
  return isDeepStrictEqual(own, library) && inOrder(own.data) === inOrder(library.data)
}

/** Validation of a refused value stops at the failure: the rest may still contain undeclared properties. */
function holds(own: unknown, library: unknown): boolean {
  if (Array.isArray(own) && Array.isArray(library)) {
    return own.length === library.length && own.every((item, index) => holds(item, library[index]))
  }
  if (!isRecord(own) || !isRecord(library)) return isDeepStrictEqual(own, library)
  return Object.keys(library).every((name) => Object.hasOwn(own, name) && holds(own[name], library[name]))
}

function inOrder(data: unknown): string {
  return JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

/**
 * Whether something differs in the same way as something else. The way to the smallest case must not find another
 * difference.
 */
export function isAlike(one: Difference | number, other: Difference): boolean {
  if (typeof one === 'number') return false
  const kindOf = ({ own, library }: Difference) =>
    [own, library].map((seen) => ('error' in seen ? seen.error : seen.isValid))
  return isDeepStrictEqual(kindOf(one), kindOf(other))
}

interface Step {
  of: string
  seen: Seen
}

type Run = (value: unknown) => Seen

const compilers = new WeakMap<ValidatorEngineOptions, SchemaCompiler>()

/** One for all cases of a server. */
function compilerOf(engine: ValidatorEngineOptions): SchemaCompiler {
  const compiler = compilers.get(engine) ?? new SchemaCompiler(engine)
  compilers.set(engine, compiler)
  return compiler
}

/** The results of one validator for a case; a server that refuses a schema at boot has no further ones. */
function judge({ shared, asked, compile }: Case, engine: ValidatorEngineOptions): Step[] {
  const compilers = compilersOf({ shared: structuredClone(shared), compiler: compilerOf(engine), compile })
  const schemas = new Map(asked.map(({ schema }) => [schema, structuredClone(schema)]))
  let prepared: Prepared<Validate>[]
  try {
    compilers.checkShared(shared, 'root')
    prepared = asked.map(({ part: httpPart, schema }) => {
      return compilers.prepareValidator({ schema: schemas.get(schema), method: 'POST', url: '/', httpPart })
    })
  } catch (error) {
    return [{ of: 'the schemas', seen: { error: isMisread(error) ? misread : 'refused at boot' } }] // which one is blamed first is of no weight
  }
  return prepared.flatMap((validate, index) => {
    const { part, values } = asked[index]!
    const of = `schema ${index} (${part})`
    try {
      return judgeValues(validate instanceof Deferred ? validate.get() : validate, values, of, engine)
    } catch (error) {
      return [{ of, seen: { error: nameOf(error) } }]
    }
  })
}

/** A schema that native code reads and the library does not (docs/reference/schema-differences.md). */
export const misread = 'a schema that the library misreads'

/**
 * Whether the library refuses a schema for the name of a property, or overflows the stack. It compiles whole documents,
 * also a part that leads to itself and that no route reaches.
 */
export function isMisread(error: unknown): boolean {
  const { cause } = Object(error)
  return Object(cause).name === 'MisreadName' || cause instanceof RangeError
}

function nameOf(error: unknown): unknown {
  return isMisread(error) ? misread : (Object(error).code ?? Object(error).name)
}

function judgeValues(validate: Validate, values: Asked['values'], of: string, engine: ValidatorEngineOptions): Step[] {
  const kept: Kept[] = []
  const run = runner(validate, kept)
  const results = values.map((value) => run(copyOf(value)))
  const steps = results.map((seen, index) => ({ of: `${of}, value ${index}`, seen }))
  steps.push(...firstAgain(values, results, run, of))
  const isKept = kept.every(({ errors, copy }) => isDeepStrictEqual(errors, copy))
  // Verbose ones hold the value itself.
  if (!isKept && engine.customOptions?.verbose !== true) steps.push({ of: `${of}, errors`, seen: { error: 'changed' } })
  return steps
}

/** Validates the first value again at the end: the values between must have no effect. */
function firstAgain([first]: Asked['values'], [expected]: Seen[], run: Run, of: string): Step[] {
  const again = run(copyOf(first))
  return isDeepStrictEqual(again, expected) ? [] : [{ of: `${of}, value 0 once more`, seen: again }]
}

interface Kept {
  errors: unknown
  copy: unknown
}

type Validate = ReturnType<ReturnType<typeof compilersOf>['compileValidator']>

/** Validates as the pipeline does, and then does with the value whatever a handler may do. */
function runner(validate: Validate, kept: Kept[]): Run {
  const root: unknown = Reflect.get(validate, 'root')
  return (value) => {
    try {
      const isValid = validate(value)
      const data = isRecord(root) && isValid === true ? root.value : value
      if (isRecord(root)) root.value = null
      const seen: Seen = { isValid, data: copyOf(data), errors: copyOf(validate.errors) }
      kept.push({ errors: validate.errors, copy: seen.errors })
      scribble(data)
      return seen
    } catch (error) {
      return { error: nameOf(error) }
    }
  }
}

/**
 * Writes into every object: what a validator put there must be the request's own. A frozen one is part of the drawn
 * value.
 */
function scribble(data: unknown): void {
  if (Array.isArray(data)) {
    for (const item of data) scribble(item)
    if (Object.isExtensible(data)) data.push('scribbled')
  } else if (isRecord(data)) {
    for (const inner of Object.values(data)) scribble(inner)
    if (Object.isExtensible(data)) data.scribbled = true
  }
}

const whole = { depth: 200, maxArrayLength: null, maxStringLength: null }

export function describeCase(given: Case): string {
  return inspect(given, whole)
}

export function describeDifference(given: Case, { of, own, library }: Difference): string {
  const outcomes = `ours says\n${inspect(own, whole)}\nand the library\n${inspect(library, whole)}`
  return `${of}: ${outcomes}\nof\n${describeCase(given)}`
}
