import { cut } from '../../support/values.js'

/** Cuts a path for an answer: a client must not decide by its path how long the answer is. */
export function shownPath(path: string): string {
  return cut(path, 1000)
}
