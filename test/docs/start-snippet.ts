/** A program that starts its server itself, or that another program starts. */
const starts = /\.(?:listen|ready|inject)\(|createTestApp\(|compile(?:Application|Server)\(|export const app =/

/** The names of the classes below a decorator, other decorators between them or not. */
function classesBelow(code: string, decorator: string): readonly string[] {
  const form = new RegExp(`^@${decorator}\\b[\\s\\S]*?^(?:export )?(?:abstract )?class (\\w+)`, 'gm')
  return [...code.matchAll(form)].map(([, name = '']) => name)
}

function bootOf(name: string): string {
  return `await (await import('alcove')).bootstrap(${name}).ready().then((app) => app.close())`
}

/**
 * Code that boots a snippet which declares modules, controllers or a server and starts none. A test adds it below the
 * snippet, because the boot reports wrong declarations. The last module is the root; classes without a module get one.
 */
export function startOf(code: string): string {
  if (starts.test(code)) return ''
  const [, started] = /^const (\w+) = (?:createServer|bootstrap)\(/m.exec(code) ?? []
  if (started !== undefined) return `await ${started}.ready()\nawait ${started}.close()`
  const root = classesBelow(code, 'Module').at(-1)
  if (root !== undefined) return bootOf(root)
  const controllers = classesBelow(code, 'Controller')
  const providers = classesBelow(code, 'Injectable').filter((name) => !controllers.includes(name))
  if (controllers.length + providers.length === 0) return ''
  const module = `(await import('alcove')).Module({ controllers: [${controllers}], providers: [${providers}] })`
  return `class BootedAlone {}\n${module}(BootedAlone)\n${bootOf('BootedAlone')}`
}
