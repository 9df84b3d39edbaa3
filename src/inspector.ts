// Entry `alcove/inspector`: a page that draws an application. It loads only if you import it.
export type {
  Figures,
  RequestFigures,
  RequestTrace,
  RouteFigures,
  StageFigures,
  UnmatchedFigures,
} from './contracts/figures.js'
export { Inspector, inspectorPlugin } from './inspector/inspector.js'
export type { InspectorOptions } from './inspector/inspector-options.js'
