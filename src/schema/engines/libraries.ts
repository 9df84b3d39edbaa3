import { createRequire } from 'node:module'
import { lazy } from '../../support/lazy.js'

// Loaded when a schema asks for them: they are half of what a start would have to read, a server of version 6 needs
// nothing of version 8, and one that starts from an artefact nothing of either.
const require = createRequire(import.meta.url)

type AjvClass = typeof import('ajv').Ajv

export const version6 = lazy((): typeof import('ajv6') => require('ajv6'))
export const version8 = lazy((): typeof import('ajv') => require('ajv'))
export const version8Of2019 = lazy((): AjvClass => require('ajv/dist/2019.js').Ajv2019)
export const version8Of2020 = lazy((): AjvClass => require('ajv/dist/2020.js').Ajv2020)
export const formatsOf8 = lazy((): typeof import('ajv-formats') => require('ajv-formats'))
export const jsonSerializer = lazy((): typeof import('fast-json-stringify') => require('fast-json-stringify'))
export const draft7MetaSchema = lazy((): { $id: string; properties: object } =>
  require('ajv6/lib/refs/json-schema-draft-07.json'),
)
