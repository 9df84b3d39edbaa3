/**
 * The same key for names that people take for the same: without differences of case and of Unicode composition. It is
 * not left to the database, because there the result depends on the locale.
 */
export function nameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase()
}
