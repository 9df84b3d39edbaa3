// Codes of PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html
const uniqueViolation = '23505'
const characterNotInRepertoire = '22021'

/**
 * The unique index that a statement would have broken, or `null` for any other error. Whether a name is free is decided
 * by the index alone: whoever asks before is too late when another one asks at the same time.
 */
export function brokenIndex(error: unknown): string | null {
  if (codeOf(error) !== uniqueViolation) return null
  return error instanceof Error && 'constraint' in error ? String(error.constraint) : null
}

/** Whether a text cannot be stored: PostgreSQL knows no NUL. */
export function isUnstorable(error: unknown): boolean {
  return codeOf(error) === characterNotInRepertoire
}

/**
 * Whether the database could not be asked, or went away while it was: whoever comes later may have more luck. The classes
 * are those of lost connections, of what the server has run out of, and of a server that is being stopped.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  return (
    typeof code === 'string' && /^(?:08|53|57P)|^E(?:CONNREFUSED|CONNRESET|HOSTUNREACH|TIMEDOUT|AI_AGAIN)$/.test(code)
  )
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
