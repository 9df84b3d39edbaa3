// Entry `alcove/inspect`: what an application holds, and why a route sees it or does not. For tools.
export type * from './contracts/inspection.js'
export { type Change, compareInspections } from './inspection/compare-inspections.js'
export { explainName, type NameExplanation, type NameHome, type Relation } from './inspection/explain-name.js'
export {
  type ExplainedContext,
  type ExplainedEntry,
  explainRoute,
  type RouteExplanation,
} from './inspection/explain-route.js'
export { findRoute } from './inspection/find-route.js'
export { createOpenApiDocument, type OpenApiDocument, type OpenApiOptions } from './inspection/openapi-document.js'
export { type Inspectable, inspect } from './server/inspect-server.js'
