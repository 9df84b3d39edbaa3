import type { LifecycleHookName } from '../../contracts/hooks.js'
import type { StageKind, StagePhase } from '../../contracts/inspection.js'
import type { RouteParts } from './route-parts.js'

/** A stage of a route, with the user's function that runs in it, if any. */
export interface ListedStage {
  readonly phase: StagePhase
  readonly kind: StageKind
  readonly stage: string
  readonly run: unknown
}

/** The stages of a route as its pipeline links them. A test compares this order with the order of a request. */
export function listStages(parts: RouteParts): ListedStage[] {
  const { validation, serializers, errorHandlers } = parts
  return [
    ...hooks(parts, 'request', 'onRequest'),
    ...hooks(parts, 'request', 'preParsing'),
    ...(parts.parsers === null ? [] : [listed('request', 'parse', 'parse body')]),
    ...hooks(parts, 'request', 'preValidation'),
    ...(validation?.parts ?? []).map((part) => listed('request', 'validate', `validate ${part}`)),
    ...hooks(parts, 'request', 'preHandler'),
    ...parts.arounds.map((run) => listed('request', 'around', 'around', run)),
    listed('request', 'handler', 'handler', parts.handler),
    ...hooks(parts, 'reply', 'preSerialization'),
    listed('reply', 'serialize', serializers === null ? 'serialize' : 'serialize by schema'),
    ...hooks(parts, 'reply', 'onSend'),
    listed('reply', 'write', 'write'),
    ...hooks(parts, 'reply', 'onResponse'),
    ...hooks(parts, 'error', 'onError'),
    ...errorHandlers.map(({ handle }) => listed('error', 'error handler', 'error handler', handle)),
    listed('error', 'default answer', 'default answer'),
    ...hooks(parts, 'interruption', 'onTimeout'),
    ...hooks(parts, 'interruption', 'onRequestAbort'),
  ]
}

function hooks(parts: RouteParts, phase: StagePhase, stage: LifecycleHookName): ListedStage[] {
  return parts.hooks[stage].map((run) => listed(phase, 'hook', stage, run))
}

/** @param run null for a stage of the framework */
function listed(phase: StagePhase, kind: StageKind, stage: string, run: unknown = null): ListedStage {
  return { phase, kind, stage, run }
}
