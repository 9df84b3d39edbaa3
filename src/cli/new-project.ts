import { readdir } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { cliCodes } from '../errors/cli-codes.js'
import { chooseProject, type GivenChoices } from './project-choices.js'
import { projectFiles } from './project-files.js'
import { type ExitCode, exitCodes, type Terminal } from './terminal.js'
import { writeOut } from './write-out.js'

/** Writes a project into a folder of its name. Installs no packages and overwrites no files. */
export async function newProject(name: string, given: GivenChoices, terminal: Terminal): Promise<ExitCode> {
  if (!/^[a-z0-9][a-z0-9._-]{0,213}$/.test(name)) throw new cliCodes.ALC_ERR_CLI_NAME_INVALID(name)
  const { cwd, ask } = terminal.surroundings
  const folder = resolve(cwd, name)
  if ((await contentOf(folder)).length > 0) throw new cliCodes.ALC_ERR_CLI_FOLDER_TAKEN(folder)

  const choices = await chooseProject(given, terminal.isJson ? null : ask)
  const files = Object.entries(await projectFiles(name, choices))
  for (const [file, text] of files) {
    await writeOut(join(folder, file), text)
  }
  terminal.write({ folder, ...choices, files: files.map(([file]) => file) }, (paper) => {
    const place = relative(cwd, folder)
    const written = files.map(([file]) => `  ${paper.dim(`${place}/`)}${file}`)
    const scripts = choices.tests === 'none' ? ['start'] : ['start', 'test']
    const steps = scripts.map((script) => `cd ${place} && npm install && npm ${script}`)
    return `${[...written, '', 'Next:', ...steps.map((step) => `  ${paper.name(step)}`)].join('\n')}\n`
  })
  return exitCodes.done
}

function contentOf(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new cliCodes.ALC_ERR_CLI_FOLDER_TAKEN(folder) // the path is a file, or a folder without permission to read
  })
}
