/** A schema needs behaviour that native code does not reproduce exactly: ajv validates it. */
export class Unsupported extends Error {
  /** @param what the subject of "only ajv validates" */
  constructor(what = 'a combination of keywords that it contains') {
    super(`only ajv validates ${what}`)
  }
}
