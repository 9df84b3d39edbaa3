import { joinPaths } from '../../support/join-paths.js'
import type { ContextPlan } from './context-plan.js'

/** Joins two parts of a path with exactly one slash between them: `'/a/' + '/b'`, `'a' + 'b'` and `'/a' + 'b'` are `/a/b`. */
export function joinPath(prefix: string, path: string): string {
  if (prefix === '' && path === '*') return path
  return joinPaths(prefix === '' ? '' : joinPaths('', prefix), path)
}

/** The prefixes of a context and of all above it. */
export function pathOfContext({ parent, node }: ContextPlan): string {
  return parent === null ? joinPath('', node.prefix) : joinPath(pathOfContext(parent), node.prefix)
}
