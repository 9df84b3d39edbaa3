import type { ParserOptions, TextParser } from '../contracts/parsers.js'
import type { Request } from '../contracts/request.js'
import { type CompiledCall, compileCall } from '../lifecycle/call.js'
import { type FunctionForm, formOf, type UserFunction } from '../lifecycle/function-form.js'

/** The receiver of a body. The parser calls one of the two methods, once. */
export interface BodyTarget {
  parsed(body: unknown): void
  failed(reason: unknown): void
}

/** A registered parser, with its input and its form. */
export interface BodyParser {
  readonly as: 'stream' | 'string' | 'buffer'
  /** The body limit in bytes; null if the parser has no limit of its own. */
  readonly bodyLimit: number | null
  /** The function as it was registered. */
  readonly fn: UserFunction
  /** Whether it is one of the server's own. */
  readonly isDefault: boolean
  /** Called with the stream, the string or the buffer, as `as` declares. */
  readonly call: CompiledCall<Request, BodyTarget>
}

/** Compiles a parser of the application. It declares `(request, payload)` or `(request, payload, done)`. */
export function compileParser(run: UserFunction, { parseAs, bodyLimit }: ParserOptions): BodyParser {
  return {
    as: parseAs ?? 'stream',
    bodyLimit: bodyLimit ?? null,
    fn: run,
    isDefault: false,
    call: callOf(run, formOf(run, 3)),
  }
}

/** Compiles a parser of the server. It calls `done` before it returns, so a call needs no object that waits. */
export function compileDefaultParser(run: TextParser): BodyParser {
  return { as: 'string', bodyLimit: null, fn: run, isDefault: true, call: callOf(run, 'returns') }
}

function callOf(run: UserFunction, form: FunctionForm): BodyParser['call'] {
  return compileCall<Request, BodyTarget>(form, {
    call: (request, _target, payload, done) => run(request, payload, done),
    ended: (_request, target, body) => target.parsed(body),
    failed: (_request, target, reason) => target.failed(reason),
  })
}
