/** A schema needs behaviour that native code does not reproduce exactly: ajv validates it. */
export class Unsupported extends Error {
  /** Whether it names what only ajv validates. Otherwise the writer of the schema adds the keywords. */
  readonly isNamed: boolean

  /** @param what the subject of "only ajv validates" */
  constructor(what?: string) {
    super(`only ajv validates ${what ?? 'a combination of keywords that it contains'}`)
    this.isNamed = what !== undefined
  }
}

/** A schema that only ajv validates, in a process that forbids ajv to generate code. The message is the reason. */
export class CodeNeeded extends Error {}

/** A schema whose code cannot be written into an artefact. The message is the reason. */
export class Unwritten extends Error {}
