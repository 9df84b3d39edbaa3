// Hot path: runs over every part of a request whose schema is compiled to native code.
import type { SchemaFailure, ValidateFunction } from '../../../contracts/schema.js'
import { CodeBatch, type Runnable } from '../../emit/code-unit.js'
import type { NativeOptions } from '../../emit/native-options.js'
import { createValidate, RootHolder } from '../../emit/own-validate.js'
import { type Refusal, type RefusedKeyword, Runtime, type Validate } from '../../emit/runtime.js'
import { keywordOf } from '../../keywords/table.js'

/**
 * The greatest number of failures of a validation. Branches repeat the failures of their parts. A document of a few
 * kilobytes could have more failures than memory holds. Nobody reads a thousand.
 */
const mostFailures = 1000

/**
 * The native code of a server. It is compiled as one text, at the end of the boot or when a function is first needed.
 */
export class NativeCode extends CodeBatch {
  readonly #runtime: Runtime
  readonly #version: 6 | 8

  constructor({ version, formats, regExp }: Pick<NativeOptions, 'version' | 'formats' | 'regExp'>) {
    const runtime = new Runtime(regExp)
    super(runtime.functions, formats)
    this.#runtime = runtime
    this.#version = version
  }

  /** The functions that native code calls by name, for code from an artefact. */
  get functions(): Runtime['functions'] {
    return this.#runtime.functions
  }

  /** @param replacesRoot whether coercion may replace the whole value */
  validatorOf(unit: Runnable, replacesRoot: boolean): ValidateFunction {
    const runtime = this.#runtime
    const version = this.#version
    let last: Refusal | null = null
    const run = (data: unknown, holder: RootHolder | null) => {
      const outer = runtime.begin()
      const validate = this.runOf(unit) as Validate // the code is written with this type
      const isValid = validate(data, holder ?? nowhere, 'value')
      last = runtime.end(outer)
      return isValid
    }
    const errors = (): SchemaFailure[] | null => {
      const found: SchemaFailure[] = []
      addErrors(found, last, '', version)
      last = null // data of a client is not kept
      return found.length === 0 ? null : found
    }
    return createValidate(replacesRoot, run, errors)
  }

  functionOf(unit: Runnable): (value: unknown) => void {
    return (value) => {
      const run = this.runOf(unit) as Validate // the code is written with this type
      run(value, nowhere, 'value')
    }
  }
}

const nowhere = new RootHolder()

/** Adds the errors of a chain in their order. @param above the path to the value of the chain */
function addErrors(found: SchemaFailure[], last: Refusal | null, above: string, version: 6 | 8): void {
  const chain: Refusal[] = []
  for (let each = last; each !== null; each = each.before) chain.push(each)
  for (let each = chain.pop(); each !== undefined && found.length < mostFailures; each = chain.pop()) {
    const path = above + each.path
    if ('last' in each) addErrors(found, each.last, path, version)
    else found.push(errorOf(each, path, version))
  }
}

/** A refusal as an error, in the words of a version of ajv: clients may read them. */
function errorOf({ rule, found, propertyName }: RefusedKeyword, path: string, version: 6 | 8): SchemaFailure {
  const [schemaPath, name, asked] = rule
  // The code has only keywords of the table.
  const { params, message } = keywordOf(name)!.error!(asked as never, version, found)
  // The order of names is that of ajv.
  const error: SchemaFailure =
    version === 6
      ? { keyword: name, dataPath: path, schemaPath, params, message }
      : { instancePath: path, schemaPath, keyword: name, params, message }
  if (propertyName !== null) error.propertyName = propertyName
  return error
}
