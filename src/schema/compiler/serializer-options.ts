import { schemaCodes } from '../../errors/schema-codes.js'
import { describeValue } from '../../support/values.js'

/** The factory option `serializerOpts` with its defaults. */
export interface ReadSerializerOptions {
  engine: 'native' | 'fast-json-stringify'
  /** Options of fast-json-stringify. */
  library: Readonly<Record<string, unknown>>
}

/**
 * Reads the factory option `serializerOpts`. If no engine is named, options of fast-json-stringify choose that engine.
 *
 * @throws ALC_ERR_SERIALIZER_ENGINE
 */
export function readSerializerOptions(options: Readonly<Record<string, unknown>>): ReadSerializerOptions {
  const { engine, ...library } = options
  const [option] = Object.keys(library)
  if (engine === 'fast-json-stringify' || (engine === undefined && option !== undefined)) {
    return { engine: 'fast-json-stringify', library }
  }
  if (engine !== undefined && engine !== 'native') {
    const problem = `serializerOpts.engine is ${describeValue(engine)}`
    throw new schemaCodes.ALC_ERR_SERIALIZER_ENGINE(problem, "Use 'native' or 'fast-json-stringify'")
  }
  if (option === undefined) return { engine: 'native', library }
  const problem = `serializerOpts.engine is 'native', and serializerOpts.${option} is an option of fast-json-stringify`
  throw new schemaCodes.ALC_ERR_SERIALIZER_ENGINE(problem, `Remove serializerOpts.${option}, or serializerOpts.engine`)
}
