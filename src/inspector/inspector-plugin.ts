import type { Instance } from '../contracts/instance.js'
import type { PluginOptions } from '../contracts/plugin.js'
import type { Reply } from '../contracts/reply.js'
import type { Request } from '../contracts/request.js'
import { checkVisitor, type Wanted } from './check-visitor.js'
import { InspectorData } from './inspector-data.js'
import { readInspectorOptions } from './inspector-options.js'
import { readPageDocument } from './page-document.js'

const json = 'application/json; charset=utf-8'

/** Texts: no serializer of the application has a say in them. */
interface Answer {
  type: string
  text: string
  status?: number
}

/**
 * Serves the page that draws the application of an instance, and what it asks for. For servers of the core:
 * `await server.register(inspectorPlugin, { path })`. Options: InspectorOptions.
 */
export async function inspectorPlugin(instance: Instance, given: PluginOptions): Promise<void> {
  const { path, hosts, token } = readInspectorOptions(given)
  const page = await readPageDocument()
  const data = new InspectorData(instance, instance.prefix + path)

  const serve = (url: string, wanted: Wanted, answer: (request: Request) => Answer) => {
    const handler = function inspector(request: Request, reply: Reply) {
      checkVisitor(request.raw, { hosts, token }, wanted)
      const { type, text, status = 200 } = answer(request)
      reply.code(status).headers({
        'content-type': type,
        'content-security-policy': wanted === 'page' ? page.policy : "default-src 'none'",
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
      return reply.send(text)
    }
    // Asked each second by the page: lines in the log about it would hide the others.
    instance.route({ method: 'GET', url, handler, logLevel: 'silent', exposeHeadRoute: false, schema: { hide: true } })
  }

  const servePage = (url: string) => serve(url, 'page', () => ({ type: 'text/html; charset=utf-8', text: page.html }))

  servePage(path)
  const { ignoreTrailingSlash, routerOptions } = instance.initialConfig
  const takesBoth = ignoreTrailingSlash === true || routerOptions?.ignoreTrailingSlash === true
  if (!takesBoth) servePage(`${path}/`)
  serve(`${path}/tree`, 'data', () => ({ type: json, text: JSON.stringify(data.inspection()) }))
  serve(`${path}/figures`, 'data', () => ({ type: json, text: JSON.stringify(data.figures()) }))
  serve(`${path}/why`, 'data', ({ query }) => {
    const { route, name } = query as Record<string, unknown> // whatever stands in the address
    const why = data.why(String(route), String(name))
    return { type: json, text: JSON.stringify(why), status: why === null ? 404 : 200 }
  })
}
