// Entry `alcove/openapi`: the OpenAPI document of an application as a module, and as a function.
export { createOpenApiDocument, type OpenApiDocument, type OpenApiOptions } from './inspect/openapi-document.js'
export { OpenApi } from './openapi/openapi-module.js'
export type { OpenApiModuleOptions } from './openapi/openapi-options.js'
