import { readFileSync } from 'node:fs'
import { inRepository } from './repository.js'

/**
 * The day of the registry whose newest versions the tests install. All tests passed with them. Without it, a release of
 * another package could fail them. Move it on after `npm run newest` has passed.
 */
const day = readFileSync(inRepository('test', 'registry-day.txt'), 'utf8').trim()

/** `npm run newest` installs the newest versions of all. */
const isNewest = process.env.ALCOVE_VERSIONS === 'newest'

/** Minutes since that day. pnpm and Yarn take an age, not a date. */
const age = isNewest ? 0 : Math.floor((Date.now() - Date.parse(day)) / 60_000)

/** The arguments of `npm` for an installation, without the packages. */
export const npmInstall: readonly string[] = [
  'install',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  ...(isNewest ? [] : [`--before=${day}`]),
]

/** An argument of pnpm. */
export const pnpmAge = `--config.minimum-release-age=${age}`

/** A line of `.yarnrc.yml`. */
export const yarnAge = `npmMinimalAgeGate: ${age}\n`
