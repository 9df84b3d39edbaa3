import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json. This file runs as build/test/support/repository.js. */
export const repository = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..')

/** A path inside the repository. */
export function inRepository(...parts: readonly string[]): string {
  return join(repository, ...parts)
}
