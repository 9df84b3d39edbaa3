import { cliCodes } from '../errors/cli-codes.js'

/** The choices of `alcove new`, with the values in the order in which it offers them. The first is the default. */
export const projectChoices = {
  database: ['none', 'sqlite', 'postgres'],
  auth: ['none', 'jwt', 'session'],
  tests: ['node', 'vitest', 'mocha', 'none'],
} as const

export type ProjectChoices = { readonly [Name in ChoiceName]: (typeof projectChoices)[Name][number] }
type ChoiceName = keyof typeof projectChoices
type Value = ProjectChoices[ChoiceName]

/** Asks a question. Resolves to null if the input has ended. */
export type Ask = (question: string) => Promise<string | null>

/** The options of `alcove new`, before they are validated. */
export type GivenChoices = { readonly [Name in ChoiceName]?: string } & { readonly yes?: boolean }

/** @throws ALC_ERR_CLI_CHOICE for a value that is not in the list */
export async function chooseProject(given: GivenChoices, ask: Ask | null): Promise<ProjectChoices> {
  const { database, auth, tests, yes = false } = given
  const isGiven = yes || [database, auth, tests].some((value) => value !== undefined)
  const asked = isGiven || ask === null ? given : await askForAll(ask)
  return {
    database: read(projectChoices.database, 'database', asked.database),
    auth: read(projectChoices.auth, 'auth', asked.auth),
    tests: read(projectChoices.tests, 'tests', asked.tests),
  }
}

function read<Known extends Value>(
  known: readonly [Known, ...Known[]],
  name: string,
  given: string | undefined,
): Known {
  const value = given ?? known[0]
  const found = known.find((each) => each === value)
  if (found === undefined) throw new cliCodes.ALC_ERR_CLI_CHOICE(`--${name} ${value}`, 'is not a choice', known)
  return found
}

async function askForAll(ask: Ask): Promise<GivenChoices> {
  const answers = new Map<string, string>()
  for (const [name, known] of Object.entries(projectChoices)) answers.set(name, await askUntilKnown(name, known, ask))
  return Object.fromEntries(answers)
}

async function askUntilKnown(name: string, known: readonly string[], ask: Ask): Promise<string> {
  const [usual = ''] = known
  for (;;) {
    const answer = await ask(`${name} (${known.join(', ')}) [${usual}]: `)
    if (answer === null) throw new cliCodes.ALC_ERR_CLI_CHOICE(`--${name}`, 'got no answer', known)
    const value = answer.trim() || usual
    if (known.includes(value)) return value
  }
}
