import type { Options as LibraryOptions } from 'fast-json-stringify'
import type { SchemaControllerOptions, ValidatorEngineOptions } from '../../contracts/schema.js'

// The keys of the server options about schemas. Any other key has no effect.

export const validatorKeys: Readonly<Record<keyof ValidatorEngineOptions, true>> = {
  version: true,
  dialect: true,
  engine: true,
  customOptions: true,
  plugins: true,
  onCreate: true,
}

export const serializerKeys: Readonly<Record<keyof LibraryOptions | 'engine', true>> = {
  engine: true,
  schema: true,
  ajv: true,
  rounding: true,
  maxDepth: true,
  mode: true,
  inlineValidators: true,
  largeArraySize: true,
  largeArrayMechanism: true,
  objectMechanism: true,
  compileValidators: true,
}

export const schemaControllerKeys: Readonly<Record<keyof SchemaControllerOptions, true>> = {
  bucket: true,
  compilersFactory: true,
}
