// Codes of PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html
const foreignKeyViolation = '23503'
const uniqueViolation = '23505'
const characterNotInRepertoire = '22021'
const queryCanceled = '57014'

/** The database was not reached, or did not answer. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/**
 * The unique index that a statement would have broken, or `null` for any other error. Only the index decides whether a
 * name is free: a query before the insertion would miss a simultaneous insertion.
 */
export function brokenIndex(error: unknown): string | null {
  if (codeOf(error) !== uniqueViolation) return null
  return error instanceof Error && 'constraint' in error ? String(error.constraint) : null
}

/** Whether the row that a statement refers to is gone: somebody else has deleted it meanwhile. */
export function isOrphan(error: unknown): boolean {
  return codeOf(error) === foreignKeyViolation
}

/** Whether a text cannot be stored: PostgreSQL does not accept NUL. */
export function isUnstorable(error: unknown): boolean {
  return codeOf(error) === characterNotInRepertoire
}

/**
 * Whether the same request may succeed later. The database was not reached, lacks a resource, is shutting down, or
 * exceeded the time limit of a statement.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  const code = codeOf(error)
  return typeof code === 'string' && (code === queryCanceled || /^(?:08|53|57P)/.test(code))
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
