import type { Located } from '../model/schema-document.js'

/** What is wrong with a response schema, and where. */
export class SchemaProblem extends Error {
  readonly at: Located

  constructor(at: Located, problem: string) {
    super(problem)
    this.at = at
  }
}

/** Schemas that apply to one value leave none that is valid. */
export class Contradiction extends SchemaProblem {}

/** As the user knows the place: by the `$id` of a shared schema. */
export function pointerOf({ resource, pointer }: Pick<Located, 'resource' | 'pointer'>): string {
  return `${resource.document.sharedId?.replace(/#$/, '') ?? ''}#${pointer}`
}
