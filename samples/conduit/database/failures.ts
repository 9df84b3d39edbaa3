// Codes of PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html
const foreignKeyViolation = '23503'
const uniqueViolation = '23505'
const characterNotInRepertoire = '22021'
const queryCanceled = '57014'

/** The database could not be asked, or did not answer. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/**
 * The unique index that a statement would have broken, or `null` for any other error. Whether a name is free is decided
 * by the index alone: whoever asks before is too late when another one asks at the same time.
 */
export function brokenIndex(error: unknown): string | null {
  if (codeOf(error) !== uniqueViolation) return null
  return error instanceof Error && 'constraint' in error ? String(error.constraint) : null
}

/** Whether what a statement refers to is gone: it was there a moment ago, and somebody else has deleted it since. */
export function isOrphan(error: unknown): boolean {
  return codeOf(error) === foreignKeyViolation
}

/** Whether a text cannot be stored: PostgreSQL knows no NUL. */
export function isUnstorable(error: unknown): boolean {
  return codeOf(error) === characterNotInRepertoire
}

/**
 * Whether whoever comes later may have more luck: the database was not reached, has run out of something, is being
 * stopped, or took longer for a statement than it may.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  const code = codeOf(error)
  return typeof code === 'string' && (code === queryCanceled || /^(?:08|53|57P)/.test(code))
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
