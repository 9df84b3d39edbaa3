/**
 * What two names have in common that people take for the same: their case, and how their letters are composed. Databases
 * each have a view of their own on that, by the locale that they were made with.
 */
export function nameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase()
}
