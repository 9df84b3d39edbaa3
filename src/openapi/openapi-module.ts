import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Instance } from '../contracts/instance.js'
import type { Reply } from '../contracts/reply.js'
import type { Request } from '../contracts/request.js'
import { createOpenApiDocument, documentOptions } from '../inspect/openapi-document.js'
import { Module } from '../modules/decorators/module.js'
import { inspect } from '../server/inspect/inspect-server.js'
import { type OpenApiModuleOptions, readOpenApiOptions } from './openapi-options.js'

/**
 * Serves the OpenAPI 3.1 document of the application: `imports: [OpenApi]`, or `use(OpenApi, options)`. The document
 * is the one that `alcove openapi` writes. It holds the routes of the whole application, wherever this is imported.
 */
export class OpenApi {
  configure(instance: Instance, given: OpenApiModuleOptions): void {
    const { path, ...options } = readOpenApiOptions(given)
    let text: string | null = null
    instance.route({
      method: 'GET',
      url: path,
      schema: { hide: true, [documentOptions]: options },
      handler: function openApi(_request: Request, reply: Reply) {
        text ??= JSON.stringify(createOpenApiDocument(inspect(instance), readManifest()))
        return reply.type('application/json; charset=utf-8').send(text)
      },
    })
  }
}

// A call instead of a decorator: the bundler renames a class that a compiled decorator assigns anew, and the class
// gives its context the name.
Module()(OpenApi)

/** package.json of the folder that the process runs in; nothing where there is none. */
function readManifest(): unknown {
  try {
    return JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8'))
  } catch {
    return {} // a bundle may run without it
  }
}
