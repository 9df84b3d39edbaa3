// The steps by which a measured server measures itself. Routes of other servers are compiled without them.
import type { ServerRequest } from '../message/request.js'
import type { RouteParts, StageBuilder } from './route-parts.js'

type AnyStage<Rest extends unknown[]> = (request: ServerRequest, ...rest: Rest) => void

/** Begins the measuring of a request. */
export const measure: StageBuilder = ({ meter }, next) => {
  if (meter === null) return next
  return (request, reply) => {
    meter.begin(request, reply)
    next(request, reply)
  }
}

/** The stage itself, or on a measured route a stage that first reports its begin to the meter. */
export function measured<Rest extends unknown[]>(
  { meter }: RouteParts,
  key: string,
  run: AnyStage<Rest>,
): AnyStage<Rest> {
  if (meter === null) return run
  return (request, ...rest) => {
    meter.enter(request, key)
    run(request, ...rest)
  }
}
