import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { cliCodes } from '../errors/cli-codes.js'
import { readProperty } from '../support/values.js'
import { isFile, readManifest } from './manifest.js'

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

async function existing(file: string): Promise<string> {
  const found = await stat(file).catch(() => null)
  if (found?.isFile()) return file
  throw new cliCodes.ALC_ERR_CLI_ENTRY_MISSING(file, found?.isDirectory() ? 'is a folder' : 'does not exist')
}
