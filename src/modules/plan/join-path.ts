import type { ContextPlan } from './context-plan.js'

/** Joins two parts of a path with exactly one slash between them: `'/a/' + '/b'`, `'a' + 'b'` and `'/a' + 'b'` are `/a/b`. */
export function joinPath(prefix: string, path: string): string {
  const start = prefix === '' || prefix.startsWith('/') ? prefix : `/${prefix}`
  if (path === '') return start
  const end = path.startsWith('/') || (path === '*' && start === '') ? path : `/${path}`
  return start.endsWith('/') ? start.slice(0, -1) + end : start + end
}

/** The prefixes of a context and of all above it. */
export function pathOfContext({ parent, node }: ContextPlan): string {
  return parent === null ? joinPath('', node.prefix) : joinPath(pathOfContext(parent), node.prefix)
}
