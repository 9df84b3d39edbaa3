import { cut } from '../../support/values.js'

/** What a client is given back of the path that it sent: it must not decide how much it is sent. */
export function shownPath(path: string): string {
  return cut(path, 1000)
}
