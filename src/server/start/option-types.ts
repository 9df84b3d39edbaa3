import type { ServerOptions } from '../../contracts/server-options.js'
import { serverCodes } from '../../errors/server-codes.js'
import { isStrategy } from '../../router/constraints.js'
import { policies } from '../../support/as-fastify.js'
import { describeValue, isRecord, readProperty } from '../../support/values.js'
import { tlsChecks } from './tls-checks.js'

/** The values that an option accepts. */
export interface OptionType {
  readonly expected: string
  readonly accepts: (value: unknown) => boolean
}

type OptionTypes = Readonly<Record<string, OptionType>>

const isFunction = (value: unknown) => typeof value === 'function'
const isText = (value: unknown) => typeof value === 'string'
const isFlag = (value: unknown) => typeof value === 'boolean'
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isWhole = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0
const isRecordOrFlag = (value: unknown) => isRecord(value) || isFlag(value)

export const flag = flagOr()
const callable: OptionType = { expected: 'a function', accepts: isFunction }
const someText: OptionType = { expected: 'a string', accepts: isText }
const someOptions: OptionType = { expected: 'an object of options', accepts: isRecord }
const count: OptionType = { expected: 'a whole number, 0 for no limit', accepts: isWhole }
const characters: OptionType = { expected: 'a whole number of characters', accepts: isWhole }

const longestTime = 2 ** 31 - 1

/** Whether a value is a time in milliseconds. A timer of node with a longer time fires at once. */
export function isTime(value: unknown): value is number {
  return isWhole(value) && value <= longestTime
}

const milliseconds: OptionType = {
  expected: `a whole number of milliseconds up to ${longestTime}, 0 for no limit`,
  accepts: isTime,
}

/** True, false, or one of some words. */
export function flagOr(...words: readonly unknown[]): OptionType {
  const expected = ['true', 'false', ...words.map((word) => `'${word}'`)]
  return {
    expected: `${expected.slice(0, -1).join(', ')} or ${expected.at(-1)}`,
    accepts: (value) => isFlag(value) || words.includes(value),
  }
}

function oneOf(...known: readonly string[]): OptionType {
  return {
    expected: known.map((each) => `'${each}'`).join(' or '),
    accepts: (value) => known.some((each) => each === value),
  }
}

const poisoning = oneOf('error', 'remove', 'ignore')

/** Options of the router, whose own assertions name no option. */
const ofRouter = {
  ignoreTrailingSlash: flag,
  ignoreDuplicateSlashes: flag,
  maxParamLength: characters,
  caseSensitive: flag,
  allowUnsafeRegex: flag,
  useSemicolonDelimiter: flag,
  buildPrettyMeta: callable,
  defaultRoute: callable,
  onBadUrl: callable,
  onMaxParamLength: callable,
} satisfies OptionTypes

/** Options that the drop-in checks as well. */
const ofEachServer = {
  pluginTimeout: milliseconds,
  connectionTimeout: milliseconds,
  keepAliveTimeout: milliseconds,
  requestTimeout: milliseconds,
  http2SessionTimeout: milliseconds,
  maxConnections: count,
  maxJsonDepth: count,
  explainValidation: flag,
  exposeHeadRoutes: flag,
  return503OnClosing: flag,
  allowErrorHandlerOverride: flag,
  ...ofRouter,
  ...under('routerOptions', ofRouter),
  'routerOptions.compile': flag,
  exposeServerErrors: flagOr('with-status'),
  compile: oneOf('boot', 'lazy'),
  http2: flag,
  maxRequestsPerSocket: count,
  forceCloseConnections: flagOr('idle'),
  onProtoPoisoning: poisoning,
  onConstructorPoisoning: poisoning,
} satisfies OptionTypes

const constraints: OptionType = {
  expected: 'an object of strategies { name, storage, deriveConstraint }',
  accepts: (value) => isRecord(value) && Object.values(value).every(isStrategy),
}

const nodeOptions: OptionType = { expected: 'options of node, or null', accepts: isRecord }

/** Options that Fastify does not check. */
const ofCore = {
  routerOptions: someOptions,
  constraints,
  'routerOptions.constraints': constraints,
  validatorengine: someOptions,
  'validatorengine.onCreate': callable,
  ajv: someOptions,
  'ajv.onCreate': callable,
  schemaController: someOptions,
  'schemaController.compilersFactory': someOptions,
  'schemaController.compilersFactory.buildValidator': callable,
  'schemaController.compilersFactory.buildSerializer': callable,
  serializerOpts: someOptions,
  http: nodeOptions,
  https: { ...nodeOptions, accepts: isRecordOrFlag },
  serverFactory: callable,
  clientErrorHandler: callable,
  frameworkErrors: callable,
  rewriteUrl: callable,
  trustProxy: {
    expected: 'true, false, addresses of proxies, or a function (address, hop) => boolean',
    // A number of hops trusts no proxy, as in Fastify, and node prints a warning.
    accepts: (value) => {
      return isFlag(value) || isText(value) || isFunction(value) || isListOf(isText, value) || typeof value === 'number'
    },
  },
  // `createLogger` refuses a logger with its own error.
  logger: { expected: 'true, false or options of pino', accepts: (value) => isFlag(value) || isObject(value) },
  'logger.stream': {
    expected: 'a stream: an object with the method write(line)',
    accepts: (value) => value === null || isText(value) || isFunction(readProperty(value, 'write')),
  },
  disableRequestLogging: {
    expected: 'true, false or a function (request) => boolean',
    accepts: (value) => isFlag(value) || isFunction(value),
  },
  childLoggerFactory: callable,
  logSerializers: {
    expected: 'an object of functions',
    accepts: (value) => isRecord(value) && Object.values(value).every(isFunction),
  },
  requestIdHeader: {
    expected: 'the name of a header, true or false',
    accepts: (value) => isFlag(value) || isText(value),
  },
  requestIdLogLabel: someText,
  genReqId: callable,
} satisfies OptionTypes

const strategies: OptionType = { ...constraints, accepts: isRecord }

/**
 * Options of which Fastify reads a wrong value only when a request needs it, or ignores it. Fastify takes a value that
 * counts as false for a missing option. Its assertions check the strategies themselves.
 */
const ofDropIn: OptionTypes = {
  routerOptions: someOptions,
  constraints: strategies,
  'routerOptions.constraints': strategies,
  ...orNothing('http', 'https', 'serverFactory', 'clientErrorHandler', 'frameworkErrors'),
  ...orNothing('rewriteUrl', 'genReqId', 'childLoggerFactory'),
}

function orNothing(...names: readonly (keyof typeof ofCore)[]): OptionTypes {
  const entries = names.map((name) => {
    const { expected, accepts }: OptionType = ofCore[name]
    return [name, { expected, accepts: (value: unknown) => !value || accepts(value) }]
  })
  return Object.fromEntries(entries)
}

/** Options that other code checks, or none. */
const ofOthers = {
  querystringParser: true,
  'routerOptions.querystringParser': true,
  precompiled: true,
  schemaErrorFormatter: true,
  bodyValidation: true,
  strictResponses: true,
  bodyLimit: true,
  handlerTimeout: true,
  gracefulShutdown: true,
  health: true,
  loggerInstance: true,
  logController: true,
} as const

/** All options by their paths. An option that no table above lists is an error here. */
const all = { ...ofEachServer, ...ofCore, ...ofOthers } satisfies Record<keyof ServerOptions, unknown>

/** The names of all options, or of the keys of one option. */
export function optionNames(option: 'routerOptions' | null): string[] {
  if (option === null) return Object.keys(all).filter((path) => !path.includes('.'))
  return Object.keys(all).flatMap((path) => (path.startsWith(`${option}.`) ? path.slice(option.length + 1) : []))
}

/** Returns the type checks of all options. They throw FST_ERR_INIT_OPTS_INVALID. */
export function typeChecks(options: ServerOptions): (() => void)[] {
  const others = policies.refusesWhatHasNoEffect ? ofCore : ofDropIn
  const types = Object.entries({ ...ofEachServer, ...others })
  const checks = types.map(
    ([name, type]) =>
      () =>
        checkOption(name, readPath(options, name), type),
  )
  return policies.refusesWhatHasNoEffect ? [...checks, ...tlsChecks(options)] : checks
}

/** Refuses a value of a wrong type. */
export function checkOption(name: string, value: unknown, { expected, accepts }: OptionType): void {
  if (value === undefined || accepts(value)) return
  throw wrongOption(name, expected, value)
}

export function wrongOption(name: string, expected: string, value: unknown): Error {
  return new serverCodes.FST_ERR_INIT_OPTS_INVALID(name, expected, describeValue(value))
}

const logLevels = oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')

/** The error of pino for an unknown level names no option and no levels. */
export function checkLoggerLevel(logger: unknown): void {
  const level = readProperty(logger, 'level')
  const isPinos = typeof level === 'string' && readProperty(logger, 'customLevels') === undefined
  if (!isPinos || !policies.refusesWhatHasNoEffect || logLevels.accepts(level.toLowerCase())) return
  throw wrongOption('logger.level', logLevels.expected, level)
}

/** Server option, and option of routes. */
export function checkBodyValidation(where: string, value: unknown): void {
  checkOption(`bodyValidation of ${where}`, value, oneOf('json', 'parsed'))
}

/** Server option, and option of routes. */
export function checkStrictResponses(where: string, value: unknown): void {
  checkOption(`strictResponses of ${where}`, value, flagOr('all'))
}

/** Option of `register`. */
export function checkText(where: string, value: unknown): void {
  checkOption(where, value, someText)
}

/** Options of routes. The text 'false' would count as true, and let requests pass that fail their validation. */
export function checkRouteFlags(where: string, options: object): void {
  if (!policies.refusesWhatHasNoEffect) return
  for (const name of ['attachValidation', 'exposeHeadRoute'])
    checkOption(`${name} of ${where}`, readProperty(options, name), flag)
}

/** Option of routes. */
export function checkPrefixTrailingSlash(where: string, value: unknown): void {
  if (!policies.refusesWhatHasNoEffect) return
  checkOption(`prefixTrailingSlash of ${where}`, value, oneOf('both', 'slash', 'no-slash'))
}

function under(option: string, types: OptionTypes): OptionTypes {
  return Object.fromEntries(Object.entries(types).map(([name, type]) => [`${option}.${name}`, type]))
}

/** The value of an option, by the path to it. */
function readPath(options: unknown, path: string): unknown {
  return path.split('.').reduce(readProperty, options)
}

function isListOf(accepts: (item: unknown) => boolean, value: unknown): boolean {
  return Array.isArray(value) && value.every(accepts)
}
