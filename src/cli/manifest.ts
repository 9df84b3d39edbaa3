import { readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { cliCodes } from '../errors/cli-codes.js'
import { readProperty } from '../support/values.js'

/** The package.json of a folder, or an empty object if it has none. */
export async function readManifest(folder: string): Promise<unknown> {
  const file = resolve(folder, 'package.json')
  if (!(await isFile(file))) return {}
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new cliCodes.ALC_ERR_CLI_MANIFEST(file, String(readProperty(error, 'message')))
  }
}

/** The nearest package.json from a folder upwards, or an empty object. */
export async function readManifestAbove(folder: string): Promise<unknown> {
  const file = await findAbove(folder, 'package.json')
  return file === null ? {} : readManifest(dirname(file))
}

/** The nearest file of a name, from a folder upwards. */
export async function findAbove(folder: string, name: string): Promise<string | null> {
  const file = join(folder, name)
  if (await isFile(file)) return file
  const above = dirname(folder)
  return above === folder ? null : findAbove(above, name)
}

export async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}

/** Whether node runs a file as CommonJS. A package without a `type` has both forms: node looks into the file. */
export async function isReadAsCommonJs(file: string): Promise<boolean> {
  if (!file.endsWith('.js')) return file.endsWith('.cjs')
  return readProperty(await readManifestAbove(dirname(file)), 'type') === 'commonjs'
}
