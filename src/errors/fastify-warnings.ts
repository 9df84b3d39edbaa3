import { asFastify } from '../support/as-fastify.js'

type Words = readonly string[]

function refersToNames([route, ref]: Words): string {
  return `The headers schema of ${route} has the $ref '${ref}' inside propertyNames. Its names keep their capitals, so they match no header. Write them in lower case, or inline`
}

/** Process warnings of Fastify. Programs filter them by code and name. */
const warnings = {
  FSTWRN001: [
    'FastifyWarning',
    ([part, route]: Words) =>
      `The ${part} schema of ${route} is undefined, so it has no effect. Check for a circular import, or remove the key`,
  ],
  FSTWRN003: [
    'FastifyWarning',
    () => 'The callback of listen is async: nothing handles its rejection. Await listen instead',
  ],
  FSTWRN004: [
    'FastifyWarning',
    () =>
      'setErrorHandler replaces an error handler of the same context. Set allowErrorHandlerOverride to false to refuse that',
  ],
  FSTSEC001: [
    'FastifySecurity',
    ([pattern]: Words) =>
      `The content type pattern ${pattern} is not anchored, so a cross-site form can match it. Start it with ^`,
  ],
  FSTSEC002: ['FastifySecurity', refersToNames],
  FSTSEC003: ['FastifySecurity', refersToNames],
  FSTDEP022: [
    'FastifyWarning',
    ([names]: Words) => `Options of the router are deprecated beside the others: ${names}. Put them into routerOptions`,
  ],
  FSTDEP023: [
    'FastifyDeprecation',
    () => 'The option disableRequestLogging is deprecated. Pass a logController that has it',
  ],
  FSTDEP024: [
    'FastifyDeprecation',
    () => 'The option requestIdLogLabel is deprecated. Pass a logController that has it',
  ],
  FSTDEP025: [
    'FastifyDeprecation',
    ([method]: Words) => `The method ${method} is known already. Pass overrideExisting: true to replace it`,
  ],
} as const

type Code = keyof typeof warnings

interface Log {
  warn(message: string): void
}

/** Writes a warning to the log. The drop-in emits a process warning instead, as Fastify does. */
export function warnOfMistake(log: Log, code: Code, ...words: Words): void {
  if (asFastify) emitFastifyWarning(code, ...words)
  else log.warn(warnings[code][1](words))
}

/** Emits a process warning of the drop-in, about which the core writes nothing. */
export function emitFastifyWarning(code: Code, ...words: Words): void {
  const [type, text] = warnings[code]
  process.emitWarning(text(words), { type, code })
}
