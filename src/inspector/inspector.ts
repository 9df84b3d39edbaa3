import type { Instance } from '../contracts/instance.js'
import type { PluginOptions } from '../contracts/plugin.js'
import type { Reply } from '../contracts/reply.js'
import type { Request } from '../contracts/request.js'
import { Module } from '../modules/decorators/module.js'
import { checkVisitor, type Wanted } from './check-visitor.js'
import { InspectorData } from './inspector-data.js'
import { readInspectorOptions } from './inspector-options.js'
import { readPageDocument } from './page-document.js'

/**
 * A page that draws the application for its developers. It shows nested contexts with their entries, the entries and
 * stages of a route, and the figures of its requests. `imports: [Inspector]`, or `use(Inspector, options)` with
 * InspectorOptions. The page shows the whole tree, whichever module imports it. Guards and hooks of the modules above
 * it also protect it.
 */
export class Inspector {
  configure(instance: Instance, options: PluginOptions): Promise<void> {
    return inspectorPlugin(instance, options)
  }
}

// A call instead of a decorator, because the class gives its context the name. The bundler renames a class that a
// compiled decorator assigns anew.
Module()(Inspector)

const json = 'application/json; charset=utf-8'

/** An answer as text, so that no serializer of the application changes it. */
interface Answer {
  type: string
  text: string
  status?: number
}

/**
 * Serves the page that draws the application of an instance, and its data. For servers of the core:
 * `await server.register(inspectorPlugin, { path })`. Options: InspectorOptions.
 */
export async function inspectorPlugin(instance: Instance, given: PluginOptions): Promise<void> {
  const { path, hosts, token } = readInspectorOptions(given)
  const page = await readPageDocument()
  const data = new InspectorData(instance, instance.prefix + path, process.env.NODE_ENV !== 'production')

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
    // The page requests figures each second. Log lines about these requests would hide the others.
    instance.route({ method: 'GET', url, handler, logLevel: 'silent', exposeHeadRoute: false, schema: { hide: true } })
  }

  const servePage = (url: string) => serve(url, 'page', () => ({ type: 'text/html; charset=utf-8', text: page.html }))

  servePage(path)
  const { ignoreTrailingSlash, routerOptions } = instance.initialConfig
  const takesBoth = ignoreTrailingSlash === true || routerOptions?.ignoreTrailingSlash === true
  if (!takesBoth) servePage(`${path}/`)
  serve(`${path}/tree`, 'data', () => answerWith(data.inspection()))
  serve(`${path}/overview`, 'data', () => answerWith(data.overview()))
  serve(`${path}/figures`, 'data', () => answerWith(data.figures()))
  const about = (part: string, find: (asked: Record<string, unknown>) => unknown) =>
    serve(`${path}/${part}`, 'data', ({ query }) => answerWith(find(query as Record<string, unknown>))) // an unknown value finds nothing
  about('route', ({ id }) => data.route(String(id)))
  about('entry', ({ id }) => data.entry(String(id)))
  about('requests', ({ route }) => data.requests(String(route)))
  about('why', ({ route, name }) => data.why(String(route), String(name)))
}

/** Answers with JSON. The status is 404 if the data is null. */
function answerWith(data: unknown): Answer {
  return { type: json, text: JSON.stringify(data), status: data === null ? 404 : 200 }
}
