import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inRepository } from '../support/repository.js'

/** The folder of the programs that `npm run toolchains` installs. */
export const tools = inRepository('test', 'toolchains', 'tools')

/** `npm run toolchains` runs all; among the other tests one of each kind is enough. */
export const runsAll = process.env.ALCOVE_TOOLCHAINS === 'all'

/** Skips a suite, with a line that names the reason, where the tools are not installed. */
export function skipWithoutTools(suite: Mocha.Context): void {
  if (existsSync(join(tools, 'node_modules'))) return
  console.log('      skipped: the tools are not installed; npm run toolchains installs them and runs these tests')
  suite.skip()
}
