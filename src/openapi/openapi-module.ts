import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Instance } from '../contracts/instance.js'
import type { Reply } from '../contracts/reply.js'
import type { Request } from '../contracts/request.js'
import { createOpenApiDocument, documentOptions, type OpenApiDocument } from '../inspect/openapi-document.js'
import { pluginMeta, skipOverride } from '../lifecycle/plugin-meta.js'
import { Module } from '../modules/decorators/module.js'
import { inspect } from '../server/inspect/inspect-server.js'
import { type OpenApiModuleOptions, type PageOption, readOpenApiOptions } from './openapi-options.js'

/**
 * Serves the OpenAPI 3.1 document of the application: `imports: [OpenApi]`, or `use(OpenApi, options)`. The document is
 * the one that `alcove openapi` writes. It contains the routes of the whole application, whichever module imports
 * `OpenApi`.
 */
export class OpenApi {
  configure(instance: Instance, given: OpenApiModuleOptions): void {
    const { path, page, ...options } = readOpenApiOptions(given)
    let document: OpenApiDocument | null = null
    let text: string | null = null
    const read = () => {
      document ??= createOpenApiDocument(inspect(instance), readManifest())
      return document
    }
    instance.route({
      method: 'GET',
      url: path,
      schema: { hide: true, [documentOptions]: options },
      handler: function openApi(_request: Request, reply: Reply) {
        text ??= JSON.stringify(read())
        return reply.type('application/json; charset=utf-8').send(text)
      },
    })
    if (page !== null) registerPage(instance, page, read)
  }
}

// A call instead of a decorator, because the class gives its context the name. The bundler renames a class that a
// compiled decorator assigns anew.
Module()(OpenApi)

/** Pages of the ecosystem ask for the plugin `@fastify/swagger` and read the document by its decoration `swagger`. */
function registerPage(instance: Instance, { plugin, options }: PageOption, read: () => OpenApiDocument): void {
  // YAML contains JSON, so the same text answers a page that offers both.
  const swagger = (wanted?: { yaml?: boolean }) => (wanted?.yaml ? JSON.stringify(read(), null, 2) : read())
  const document = Object.assign((own: Instance) => void own.decorate('swagger', swagger), {
    [skipOverride]: true,
    [pluginMeta]: { name: '@fastify/swagger' },
  })
  instance.register(document)
  instance.register(plugin, options)
}

/** The package.json of the current folder. Without the file, an empty object. */
function readManifest(): unknown {
  try {
    return JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8'))
  } catch {
    return {} // a bundle may run without it
  }
}
