// The steps by which a measured server measures itself. Routes of other servers are compiled without them.
import type { PayloadStage, RouteParts, Stage, StageBuilder } from './route-parts.js'

/** Begins the measuring of a request. */
export const measure: StageBuilder = ({ meter }, next) => {
  if (meter === null) return next
  return (request, reply) => {
    meter.begin(request, reply)
    next(request, reply)
  }
}

/** The stage itself, or on a measured route a stage that first reports its begin to the meter. */
export function measured({ meter }: RouteParts, key: string, run: Stage): Stage {
  if (meter === null) return run
  return (request, reply) => {
    meter.enter(request, key)
    run(request, reply)
  }
}

/** Does the same as `measured`, for a stage of a reply. */
export function measuredPayload({ meter }: RouteParts, key: string, run: PayloadStage): PayloadStage {
  if (meter === null) return run
  return (request, reply, payload) => {
    meter.enter(request, key)
    run(request, reply, payload)
  }
}
