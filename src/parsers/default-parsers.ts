import type { PoisoningAction, TextParser } from '../contracts/parsers.js'
import { causedBy } from '../errors/coded-error.js'
import { bodyCodes } from '../errors/message-codes.js'
import { secureJson } from '../packages/libraries.cjs'
import { asFastify } from '../support/as-fastify.js'
import { byteOrderMark, parseWithin, tooDeep } from './json-depth.js'

/** The treatment of `__proto__`, and of `constructor` with a `prototype`. */
export interface PoisonSettings {
  onProto: PoisoningAction
  onConstructor: PoisoningAction
}

export interface JsonParserOptions extends PoisonSettings {
  /** 0 for no limit. */
  maxDepth: number
}

/**
 * The parser for `application/json`. The settings decide about keys that would reach a prototype
 * (docs/security.md).
 */
export function createJsonParser({ onProto, onConstructor, maxDepth }: JsonParserOptions): TextParser {
  const options = { protoAction: onProto, constructorAction: onConstructor }
  const parse = (json: string): unknown => (isHarmless(json) ? JSON.parse(json) : secureJson().parse(json, options))
  return function defaultJsonParser(_request, given, done) {
    const body = typeof given === 'string' ? given : String(given) // a buffer if it was added with `parseAs: 'buffer'`
    if (body.length === 0) return done(new bodyCodes.FST_ERR_CTP_EMPTY_JSON_BODY())
    let value: unknown
    try {
      value = maxDepth > 0 ? parseWithin(body, maxDepth, parse) : parse(body)
    } catch (error) {
      return done(causedBy(new bodyCodes.FST_ERR_CTP_INVALID_JSON_BODY(forbiddenKey(body, onProto)), error))
    }
    if (value === tooDeep) done(new bodyCodes.ALC_ERR_JSON_TOO_DEEP(maxDepth))
    else done(null, value)
  }
}

/**
 * Whether a text cannot contain a key that reaches a prototype. Most texts pass and skip the second check, which took 5
 * %.
 */
function isHarmless(json: string): boolean {
  if (json.charCodeAt(0) === byteOrderMark) return false
  return !(json.includes('\\u') || json.includes('__proto__') || json.includes('constructor'))
}

/** The key for which valid JSON was refused. `undefined` for a text that is not JSON. */
function forbiddenKey(json: string, onProto: PoisoningAction): string | undefined {
  if (asFastify || isHarmless(json)) return undefined
  const { parse, scan } = secureJson()
  let value: object
  try {
    value = parse(json, { protoAction: 'ignore', constructorAction: 'ignore' })
  } catch {
    return undefined // the caller reports the error of the parser
  }
  const hasProto =
    onProto === 'error' && scan(value, { protoAction: 'error', constructorAction: 'ignore', safe: true }) === null
  return hasProto ? '__proto__' : 'constructor.prototype'
}

/** The parser for `text/plain`. */
export const parseText: TextParser = function defaultTextParser(_request, body, done) {
  done(null, body)
}
