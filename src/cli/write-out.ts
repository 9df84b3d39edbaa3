import { mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { cliCodes } from '../errors/cli-codes.js'
import { causedBy } from '../errors/coded-error.js'
import { messageOf } from '../support/values.js'

/** The files that a command has loaded. */
export interface LoadedFiles {
  /** The JavaScript that node runs. */
  readonly file: string
  /** The source of `file`, or `file` itself. */
  readonly entry: string
}

/** @throws ALC_ERR_CLI_OUT_IS_ENTRY */
export function checkOut(target: string, { file, entry }: LoadedFiles, cwd: string): void {
  if (target === file || target === entry) throw new cliCodes.ALC_ERR_CLI_OUT_IS_ENTRY(relative(cwd, target))
}

/** Writes a file, and creates its folder. @throws ALC_ERR_CLI_OUT_FAILED */
export async function writeOut(file: string, text: string | Uint8Array): Promise<void> {
  try {
    await makeFolder(dirname(file))
    await writeFile(file, text)
  } catch (error) {
    throw causedBy(new cliCodes.ALC_ERR_CLI_OUT_FAILED(file, messageOf(error)), error)
  }
}

/**
 * Creates a folder and the folders above it. The option `recursive` of node never returns for a folder within `/proc`.
 */
async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return
  if (dirname(folder) !== folder) await makeFolder(dirname(folder))
  try {
    await mkdir(folder)
  } catch (error) {
    if (!(await isFolder(folder))) throw error // a second write of the command may have created it
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.isDirectory() === true
}
