/** A schema asks for something that native code does not do exactly as ajv: ajv validates it. */
export class Unsupported extends Error {
  /** @param what the subject of "only ajv validates" */
  constructor(what = 'a combination of keywords that it contains') {
    super(`only ajv validates ${what}`)
  }
}
