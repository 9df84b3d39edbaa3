import type { Located } from '../model/schema-document.js'

/** The problem of a response schema, and its place. */
export class SchemaProblem extends Error {
  readonly at: Located

  constructor(at: Located, problem: string) {
    super(problem)
    this.at = at
  }
}

/** No value is valid for all the schemas that apply to it. */
export class Contradiction extends SchemaProblem {}

/** The place in the form of the user: by the `$id` of a shared schema. */
export function pointerOf({ resource, pointer }: Pick<Located, 'resource' | 'pointer'>): string {
  return `${resource.document.sharedId?.replace(/#$/, '') ?? ''}#${pointer}`
}
