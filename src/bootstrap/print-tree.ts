import type { ContextDescription, RouteDescription } from '../contracts/description.js'

/** One line of the tree with what hangs below it. */
interface Branch {
  readonly text: string
  readonly below: readonly Branch[]
}

/** The tree of contexts as text for people: what each adds, its routes, then its children. Ends with a line break. */
export function printTree(root: ContextDescription): string {
  return `${[contextLine(root), ...lines(partsOf(root))].join('\n')}\n`
}

function lines(branches: readonly Branch[]): string[] {
  return branches.flatMap(({ text, below }, index) => {
    const isLast = index === branches.length - 1
    const inner = lines(below).map((line) => (isLast ? `   ${line}` : `│  ${line}`))
    return [`${isLast ? '└─' : '├─'} ${text}`, ...inner]
  })
}

function partsOf(context: ContextDescription): Branch[] {
  const { decorations, wrapped, plugins, schemas, hooks, providers, routes, children } = context
  return [
    ...listed('wraps', wrapped),
    ...listed('plugins', plugins),
    ...listed('schemas', schemas),
    ...listed('context values', decorations.instance),
    ...listed('request values', decorations.request),
    ...listed('reply values', decorations.reply),
    ...listed('providers', providers),
    ...listed(
      'hooks',
      hooks.map((hook) => (hook.function === '' ? hook.name : `${hook.name} ${hook.function}`)),
    ),
    ...listed('handles', handled(context)),
    ...groupRoutes(routes).map((group) => leaf(routeLine(group))),
    ...children.map((child) => ({ text: contextLine(child), below: partsOf(child) })),
  ]
}

function contextLine({ name, prefix }: ContextDescription): string {
  return prefix === '' || prefix === '/' ? name : `${name}  ${prefix}`
}

/** More methods than this are as good as all. */
const fewMethods = 6

/** Routes that differ in nothing but their method, in one. */
function groupRoutes(routes: readonly RouteDescription[]): RouteDescription[][] {
  const groups = new Map<string, RouteDescription[]>()
  for (const route of routes) {
    const key = JSON.stringify([route.url, route.handler, route.schema])
    groups.set(key, [...(groups.get(key) ?? []), route])
  }
  return [...groups.values()]
}

function routeLine(group: readonly RouteDescription[]): string {
  const [{ url, handler, schema } = { url: '', handler: '', schema: [] }] = group
  const methods = group.length > fewMethods ? 'ALL' : group.map(({ method }) => method).join(', ')
  const parts = schema.length === 0 ? '' : `  (schema: ${schema.join(', ')})`
  return `${methods.padEnd(6)} ${url}  ${handler}${parts}`
}

function handled({ errorHandler, notFoundHandler }: ContextDescription): string[] {
  return [...(errorHandler ? ['errors'] : []), ...(notFoundHandler ? ['not found'] : [])]
}

function listed(title: string, names: readonly string[]): Branch[] {
  return names.length === 0 ? [] : [leaf(`${title}: ${names.join(', ')}`)]
}

function leaf(text: string): Branch {
  return { text, below: [] }
}
