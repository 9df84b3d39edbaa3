// Entry `alcove/inspect`: what an application holds, and why a route sees it or does not. For tools.
export type * from './contracts/inspection.js'
export { type Inspectable, inspect } from './server/inspect-server.js'
