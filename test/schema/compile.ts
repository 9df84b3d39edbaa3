import type { CompileMode, HttpPart, SharedSchema } from '#dist/contracts/schema.js'
import type { ValidatorEngineOptions } from '#dist/contracts/validator-options.js'
import { createSchemaCompilers, type SchemaCompilers } from '#dist/schema/compiler/compilers.js'
import { SchemaCompiler, type SchemaCompilerParts } from '#dist/schema/compiler/schema-compiler.js'

export interface Setting {
  shared?: readonly SharedSchema[]
  engine?: ValidatorEngineOptions
  controller?: SchemaCompilerParts['controller']
  findElsewhere?: SchemaCompilerParts['findElsewhere']
  serializerOptions?: SchemaCompilerParts['serializerOptions']
  compile?: CompileMode
  /** Shared by several contexts of a server. */
  compiler?: SchemaCompiler
}

// The whole folder can be run with one engine for all schemas: see `schema-suites.ts`.
const engineOfRun: ValidatorEngineOptions = process.env.ALCOVE_TEST_ENGINE === 'ajv' ? { engine: 'ajv' } : {}

const serializerOfRun = { engine: process.env.ALCOVE_TEST_SERIALIZER ?? 'native' }

/** The compilers of a context that sees the given shared schemas. */
export function compilersOf(setting: Setting = {}): SchemaCompilers {
  const {
    shared = [],
    engine = {},
    controller = null,
    findElsewhere = () => [],
    serializerOptions = serializerOfRun,
  } = setting
  const { compile = 'boot' } = setting
  const schemas = Object.fromEntries(shared.map((schema) => [schema.$id, schema]))
  return createSchemaCompilers(
    {
      schemas,
      compiler: setting.compiler ?? new SchemaCompiler({ ...engineOfRun, ...engine }),
      serializerOptions,
      compile,
      controller,
      findElsewhere,
    },
    null,
  )
}

export interface Validated {
  isValid: boolean
  /** The data after validation. */
  data: unknown
  messages: string[]
}

/** Validates one value with the default validator: `validate({ engine: { version: 8 } })(schema, data)`. */
export function validator(setting: Setting = {}) {
  const { compileValidator } = compilersOf(setting)
  return (schema: unknown, given: unknown, httpPart: HttpPart = 'body'): Validated => {
    const validate = compileValidator({ schema, method: 'POST', url: '/users', httpPart })
    const holder = { value: structuredClone(given) }
    const isValid = validate(holder.value) === true
    const root: unknown = Reflect.get(validate, 'root')
    const data = typeof root === 'object' && root !== null ? Reflect.get(root, 'value') : holder.value
    return { isValid, data, messages: (validate.errors ?? []).map(({ message }) => message ?? '') }
  }
}

/** Serializes one value with the default serializer. */
export function serializer(setting: Setting = {}) {
  const { compileSerializer } = compilersOf(setting)
  return (schema: unknown, data: unknown): string => {
    return compileSerializer({ schema, method: 'GET', url: '/users', httpStatus: '200' })(data)
  }
}

/** The error that a function throws. */
export function thrownBy(run: () => unknown): Error & { code?: unknown; statusCode?: unknown } {
  try {
    run()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('nothing was thrown')
}

export const versions = [6, 8] as const
