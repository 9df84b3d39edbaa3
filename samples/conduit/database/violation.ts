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

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
