import type { RequestFigures, RequestTrace, RouteFigures, StageFigures } from '../../contracts/figures.js'
import { wasCancelled } from '../message/connection.js'
import { phases } from '../message/phases.js'
import type { ServerReply } from '../message/reply.js'
import type { ServerRequest } from '../message/request.js'
import * as slots from '../message/slots.js'

/** The number of latest answers whose times are kept. */
const window = 256

/** The number of latest requests that a watched route keeps. */
const kept = 10

/** A pending request: its current stage, and the time at which it entered this stage. */
interface Trail {
  stage: string | null
  since: number
  /** The earlier stages; null unless the route is watched. Their ids are not known yet. */
  readonly steps: { key: string; time: number }[] | null
}

/** A trace that has the keys of its stages instead of their ids. */
interface KeyedTrace extends Omit<RequestTrace, 'steps'> {
  readonly steps: NonNullable<Trail['steps']>
}

/**
 * Measures the requests of one route. It exists only on measured servers. A stage lasts until the next stage begins, so
 * it includes the time for which a hook or handler waits.
 */
export class RouteMeter {
  readonly #trails = new WeakMap<object, Trail>()
  readonly #stages = new Map<string, StageFigures>()
  readonly #times = new Float64Array(window)
  #answers = 0
  #requests = 0
  #active = 0
  #refused = 0
  #failed = 0
  #max = 0
  #watchedUntil = 0
  #latest: KeyedTrace[] = []

  begin(request: ServerRequest, reply: ServerReply): void {
    const { raw } = reply
    const now = performance.now()
    const steps: Trail['steps'] = now < this.#watchedUntil ? [] : null
    const at = Date.now()
    this.#trails.set(request, { stage: null, since: now, steps })
    this.#requests += 1
    this.#active += 1
    let over = false
    const end = (whole: boolean, status = raw.statusCode) => {
      if (over) return
      over = true
      this.leave(request)
      const time = performance.now() - now
      this.#take(time, whole ? status : 500)
      if (steps === null) return
      const trace = { request: request.id, at, status, whole, time, steps }
      this.#latest = [trace, ...this.#latest].slice(0, kept)
    }
    raw.once('finish', () => end(!wasCancelled(raw)))
    raw.once('close', () => {
      if (isSocket(request, reply)) end(true, 101)
      else end(raw.writableFinished)
    })
  }

  /** Ends the previous stage, and begins this one. */
  enter(request: object, stage: string): void {
    const trail = this.#trails.get(request)
    if (trail === undefined) return // the request arrived on another route, or on no route
    this.leave(request)
    trail.stage = stage
  }

  leave(request: object): void {
    const trail = this.#trails.get(request)
    if (trail === undefined) return
    const now = performance.now()
    if (trail.stage !== null) {
      this.#takeStage(trail.stage, now - trail.since)
      trail.steps?.push({ key: trail.stage, time: now - trail.since })
    }
    trail.stage = null
    trail.since = now
  }

  /** The figures of the route. `ids`: the ids of its stages, by their keys. */
  read(ids: ReadonlyMap<string, string>): RouteFigures {
    const stages = [...ids].flatMap(([key, id]) => {
      const figures = this.#stages.get(key)
      return figures === undefined ? [] : [[id, { ...figures }] as const]
    })
    return { ...this.readAll(), stages: Object.fromEntries(stages) }
  }

  /**
   * The latest requests since the route is watched, latest first. Keeps further requests for `duration` milliseconds.
   */
  watch(ids: ReadonlyMap<string, string>, duration: number): RequestTrace[] {
    this.#watchedUntil = performance.now() + duration
    return this.#latest.map(({ steps, ...trace }) => ({
      ...trace,
      steps: steps.map(({ key, time }) => ({ stage: ids.get(key) ?? key, time })),
    }))
  }

  /** Drops the kept requests. */
  unwatch(): void {
    this.#watchedUntil = 0
    this.#latest = []
  }

  readAll(): RequestFigures {
    const latest = this.#times.slice(0, Math.min(this.#answers, window)).sort()
    return {
      requests: this.#requests,
      active: this.#active,
      refused: this.#refused,
      failed: this.#failed,
      p50: quantile(latest, 0.5),
      p95: quantile(latest, 0.95),
      max: this.#max,
    }
  }

  #take(time: number, status: number): void {
    this.#active -= 1
    if (status >= 500) this.#failed += 1
    else if (status >= 400) this.#refused += 1
    this.#times[this.#answers % window] = time
    this.#answers += 1
    this.#max = Math.max(this.#max, time)
  }

  #takeStage(stage: string, time: number): void {
    const { count, mean, max } = this.#stages.get(stage) ?? { count: 0, mean: 0, max: 0 }
    this.#stages.set(stage, {
      count: count + 1,
      mean: mean + (time - mean) / (count + 1),
      max: Math.max(max, time),
    })
  }
}

/** Whether a plugin has taken the connection of a request for another protocol. The response itself has no end then. */
function isSocket({ raw: { headers } }: ServerRequest, reply: ServerReply): boolean {
  return headers.upgrade !== undefined && reply[slots.phase] === phases.hijacked && !reply.raw.headersSent
}

/** The ids of the listed stages of a route, by their keys. */
export function idsByKey(stages: readonly { readonly stage: string; readonly id: string }[]): Map<string, string> {
  const seen = new Map<string, number>()
  return new Map(
    stages.map(({ stage, id }) => {
      const place = seen.get(stage) ?? 0
      seen.set(stage, place + 1)
      return [stageKey(stage, place), id]
    }),
  )
}

/** The key of a stage. Stages with one name differ by their position among them. */
export function stageKey(stage: string, place = 0): string {
  return `${stage} #${place}`
}

function quantile(sorted: Float64Array, part: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0
}
