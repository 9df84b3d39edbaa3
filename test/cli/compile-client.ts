import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inRepository } from '../support/repository.js'

/** Compiles a program beside a client as a user would, strictly; gives what the compiler writes. */
export async function compile(folder: string, program: string): Promise<string> {
  await writeFile(join(folder, 'program.ts'), `import { createClient } from './client.js'\n${program}`)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const flags = '--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --erasableSyntaxOnly'
  const target = '--module nodenext --target es2023 --lib es2023,dom --types [] --ignoreConfig'
  const tsc = inRepository('node_modules', 'typescript', 'bin', 'tsc')
  const args = [tsc, ...flags.split(' '), ...target.split(' '), 'program.ts'].filter((each) => each !== '[]')
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder })
    return stdout
  } catch (error) {
    return String(Object(error).stdout)
  }
}
