// Entry `alcove/inspect`: the content of an application, and the reasons why a route sees an entry or not. For tools.
export type { RefusalFigures } from './contracts/figures.js'
export type * from './contracts/inspection.js'
export { type Change, compareInspections } from './inspect/compare-inspections.js'
export { explainName, type NameExplanation, type NameHome, type Relation } from './inspect/explain-name.js'
export {
  type ExplainedContext,
  type ExplainedEntry,
  explainRoute,
  type RouteExplanation,
} from './inspect/explain-route.js'
export { findRoute } from './inspect/find.js'
export { createOpenApiDocument, type OpenApiDocument, type OpenApiOptions } from './inspect/openapi-document.js'
export { type Inspectable, inspect, readRefusals } from './server/inspect/inspect-server.js'
