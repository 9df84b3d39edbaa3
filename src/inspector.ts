// Entry `alcove/inspector`: a page that draws an application. Nothing of it is loaded unless it is imported.
export type {
  Figures,
  RequestFigures,
  RequestTrace,
  RouteFigures,
  StageFigures,
  UnmatchedFigures,
} from './contracts/figures.js'
export { Inspector } from './inspector/inspector.js'
export type { InspectorOptions } from './inspector/inspector-options.js'
export { inspectorPlugin } from './inspector/inspector-plugin.js'
