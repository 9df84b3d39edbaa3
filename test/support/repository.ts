import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json. This file runs as build/test/support/repository.js. */
export const repository = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..')

/** A path inside the repository. */
export function inRepository(...parts: readonly string[]): string {
  return join(repository, ...parts)
}

/** The files below a folder of the repository, from its root and with `/`. Installed packages are not among them. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(inRepository(folder), { withFileTypes: true })
  const found = entries.map(async (entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(path)
    return [path]
  })
  return (await Promise.all(found)).flat()
}
