// Hot path: runs over every part of a request whose schema is compiled to native code.
import type { SchemaFailure, ValidateFunction } from '../../../contracts/schema.js'
import { CodeBatch, type CodeUnit, type Runnable } from '../../emit/code-unit.js'
import type { NativeOptions } from '../../emit/native-options.js'
import { type Refusal, Runtime } from '../../emit/runtime.js'
import { keywordOf } from '../../keywords/table.js'
import { createValidate, RootHolder } from '../../validation/own-validate.js'

/** The options of the functions that code calls. */
type CodeOptions = Pick<NativeOptions, 'version' | 'formats' | 'regExp'>

type Run = (value: unknown, parent: object, key: string | number) => boolean

/** The native code of a server: made all at once, at the end of the boot, or when a function of it is needed. */
export class NativeCode {
  readonly #options: CodeOptions
  readonly #runtime: Runtime
  readonly #batch: CodeBatch

  constructor(options: CodeOptions) {
    this.#options = options
    this.#runtime = new Runtime(options.regExp)
    this.#batch = new CodeBatch(this.#runtime.functions)
  }

  /** Adds the code of a unit, and of all that it calls. */
  add(unit: CodeUnit): void {
    this.#batch.add(unit, this.#options.formats)
  }

  /** The functions that native code calls by name, for code from an artefact. */
  get functions(): Runtime['functions'] {
    return this.#runtime.functions
  }

  /** @param replacesRoot whether coercion may replace the whole value */
  validatorOf(unit: Runnable, replacesRoot: boolean): ValidateFunction {
    const runtime = this.#runtime
    const { version } = this.#options
    let refusals: Refusal[] | null = null
    const run = (data: unknown, holder: RootHolder | null) => {
      const outer = runtime.begin()
      const validate = this.#batch.runOf(unit) as Run // the code is written with this type
      const isValid = validate(data, holder ?? nowhere, 'value')
      refusals = runtime.end(outer)
      return isValid
    }
    const errors = (): SchemaFailure[] | null => {
      const found = refusals
      refusals = null // data of a client is not kept
      return found === null ? null : errorsOf(found, version)
    }
    return createValidate({ run, errors }, replacesRoot)
  }

  /** Makes all functions that have been added. */
  runCode(): void {
    this.#batch.run()
  }

  /** The function of a unit. */
  functionOf(unit: Runnable): (value: unknown) => void {
    return (value) => {
      const run = this.#batch.runOf(unit) as Run // the code is written with this type
      run(value, nowhere, 'value')
    }
  }
}

const nowhere = new RootHolder()

/** The refusals as errors, in the words of a version of ajv: clients may read them. */
function errorsOf(refusals: readonly Refusal[], version: 6 | 8): SchemaFailure[] {
  return refusals.map((refusal) => errorOf(refusal, version))
}

function errorOf({ rule, path, found, propertyName }: Refusal, version: 6 | 8): SchemaFailure {
  const [schemaPath, name, asked] = rule
  const text = keywordOf(name)?.error
  // The code has only keywords of the table.
  const { params, message, keyword = name } = text!(asked as never, version, found)
  // The order of names is that of ajv. The keyword of a plugin, such as ours, has another order.
  const error: SchemaFailure =
    keyword !== name
      ? { keyword, params, message, ...pathOf(path, version), schemaPath }
      : version === 6
        ? { keyword, dataPath: path, schemaPath, params, message }
        : { instancePath: path, schemaPath, keyword, params, message }
  if (propertyName !== null) error.propertyName = propertyName
  return error
}

function pathOf(path: string, version: 6 | 8): Pick<SchemaFailure, 'dataPath' | 'instancePath'> {
  return version === 6 ? { dataPath: path } : { instancePath: path }
}
