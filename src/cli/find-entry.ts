import { readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { cliCodes } from '../errors/cli-codes.js'
import { readProperty } from '../support/values.js'

const names = ['main', 'app', 'index', 'server', 'app.module'].flatMap((name) => [
  `src/${name}.ts`,
  `src/${name}.js`,
  `${name}.ts`,
  `${name}.js`,
  `${name}.mjs`,
])

/**
 * Finds the file of the application. It is `--entry`, or else `alcove.entry` or `main` of package.json. Without them it
 * is the first file with one of the usual names.
 */
export async function findEntry(folder: string, given: string | undefined): Promise<string> {
  if (given !== undefined) return existing(resolve(folder, given))
  const manifest = await readManifest(folder)
  const named = readProperty(readProperty(manifest, 'alcove'), 'entry')
  if (typeof named === 'string') return existing(resolve(folder, named))

  const main = readProperty(manifest, 'main')
  const tried = [...(typeof main === 'string' ? [main] : []), ...names]
  for (const name of tried) if (await isFile(resolve(folder, name))) return resolve(folder, name)
  throw new cliCodes.ALC_ERR_CLI_ENTRY_UNKNOWN(folder, [
    '"alcove.entry" and "main" of package.json',
    ...names.slice(0, 2),
    '…',
  ])
}

/** The files of `--env-file`, in their order. @throws ALC_ERR_CLI_ENV_FILE for a file that does not exist */
export async function findEnvFiles(folder: string, { envFile = [] }: { readonly envFile?: readonly string[] }) {
  const files = envFile.map((file) => resolve(folder, file))
  for (const file of files) if (!(await isFile(file))) throw new cliCodes.ALC_ERR_CLI_ENV_FILE(file)
  return files
}

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

async function existing(file: string): Promise<string> {
  const found = await stat(file).catch(() => null)
  if (found?.isFile()) return file
  throw new cliCodes.ALC_ERR_CLI_ENTRY_MISSING(file, found?.isDirectory() ? 'is a folder' : 'does not exist')
}
