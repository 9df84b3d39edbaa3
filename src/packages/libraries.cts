// The packages that alcove loads. The file is CommonJS, because its `require` is synchronous and lazy. Every bundler
// and file tracer follows a `require` of a literal name here. They do not follow a `require` from `createRequire`.

type AjvClass = typeof import('ajv').Ajv

/** A server with version 6 loads nothing of version 8. A server that starts from an artefact loads neither. */
export const version6 = (): typeof import('ajv6') => require('ajv6')
export const formatsOf6 = (mode: unknown): object => require('ajv6/lib/compile/formats')(mode)
export const draft7MetaSchema = (): { $id: string; properties: object } =>
  require('ajv6/lib/refs/json-schema-draft-07.json')
export const version8 = (): typeof import('ajv') => require('ajv')
export const version8Of2019 = (): AjvClass => require('ajv/dist/2019.js').Ajv2019
export const version8Of2020 = (): AjvClass => require('ajv/dist/2020.js').Ajv2020
export const equality8 = (): unknown => require('ajv/dist/runtime/equal').default
export const formatsPlugin8 = (): typeof import('ajv-formats') => require('ajv-formats')
export const formatsOf8 = (): object => require('ajv-formats/dist/formats').fullFormats
export const jsonSerializer = (): typeof import('fast-json-stringify') => require('fast-json-stringify')

/** The versions of the packages that compile schemas. An artefact fits only these versions. */
export const compilerVersions = (): Record<string, string> => ({
  'validator 6': require('ajv6/package.json').version,
  'validator 8': require('ajv/package.json').version,
  formats: require('ajv-formats/package.json').version,
  serializer: require('fast-json-stringify/package.json').version,
})

// Needed by each start. Node requires a CommonJS package in less time than it imports one.
export const avvio = (): typeof import('avvio') => require('avvio')
export const createFastifyError = (): typeof import('@fastify/error').default => require('@fastify/error')
export const findMyWay = (): typeof import('find-my-way') => require('find-my-way')
export const secureJson = (): typeof import('secure-json-parse') => require('secure-json-parse')

/** Needed by the first `inject`: it brings a validator of its own. */
export const lightMyRequest = (): ((...given: unknown[]) => unknown) => require('light-my-request')
/** Needed by the first server with a log. */
export const pino = (): typeof import('pino') => require('pino')
/** Needed by the first server with the option `trustProxy`. */
export const proxyAddr = (): typeof import('@fastify/proxy-addr') => require('@fastify/proxy-addr')
/** Needed by the first plugin that names versions. */
export const satisfies = (): typeof import('semver').satisfies => require('semver/functions/satisfies')

/** The inner classes of the router, which have no types. */
export const routerParts = () => ({
  ...require('find-my-way/lib/node'),
  ...require('find-my-way/lib/null-object'),
  Storage: require('find-my-way/lib/handler-storage'),
})
