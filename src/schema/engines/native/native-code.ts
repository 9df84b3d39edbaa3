// Hot path: runs over every part of a request whose schema is compiled to native code.
import type { SchemaFailure } from '../../../contracts/schema.js'
import { CodeBatch } from '../../emit/code-batch.js'
import { type CodeUnit, type Runnable, unitsBelow } from '../../emit/code-unit.js'
import type { NativeOptions } from '../../emit/native-options.js'
import { type Refusal, Runtime } from '../../emit/runtime.js'
import { RootHolder } from '../../validation/own-validate.js'
import type { CompiledSchema } from '../engine.js'
import { errorsOf } from './errors.js'

const own = ['fail', 'called', 'formats']

type Run = (value: unknown, parent: object, key: string | number) => boolean

/** The native code of a server: made all at once, at the end of the boot, or when some of it is needed. */
export class NativeCode {
  readonly #options: Pick<NativeOptions, 'version' | 'formats'>
  readonly #runtime = new Runtime()
  readonly #batch = new CodeBatch(this.#runtime.functions, own)

  constructor(options: Pick<NativeOptions, 'version' | 'formats'>) {
    this.#options = options
  }

  /** Adds the code of a unit, and of all that it calls. */
  add(unit: CodeUnit): void {
    for (const each of unitsBelow(unit)) {
      if (each.isAdded) continue
      each.isAdded = true
      const fail = this.#runtime.functions.failing(() => each.rules)
      this.#batch.add(each.code, [fail, each.called, this.#options.formats], (made) => {
        each.run = made as Runnable['run'] // so it is written
      })
    }
  }

  /** What native code calls by name, for code that was written ahead of time. */
  get functions(): Runtime['functions'] {
    return this.#runtime.functions
  }

  validatorOf(unit: Runnable): CompiledSchema {
    const runtime = this.#runtime
    const { version } = this.#options
    let refusals: Refusal[] | null = null
    return {
      run: (data, holder) => {
        const outer = runtime.begin()
        const isValid = this.#runOf(unit)(data, holder ?? nowhere, 'value')
        refusals = runtime.end(outer)
        return isValid
      },
      errors: (): SchemaFailure[] | null => {
        const found = refusals
        refusals = null // what a client sent is not kept
        return found === null ? null : errorsOf(found, version)
      },
    }
  }

  /** Makes all functions that have been added. */
  runCode(): void {
    this.#batch.run()
  }

  /** The function of a unit. */
  functionOf(unit: Runnable): (value: unknown) => void {
    return (value) => {
      this.#runOf(unit)(value, nowhere, 'value')
    }
  }

  #runOf(unit: Runnable): Run {
    if (unit.run === null) this.#batch.run()
    return unit.run as Run // it has been added, and is written so
  }
}

const nowhere = new RootHolder()
