import type { OwnedErrorHandler } from '../../context/context.js'
import type { LifecycleHookName } from '../../contracts/hooks.js'
import type { StageKind, StagePhase } from '../../contracts/inspection.js'
import type { Instance } from '../../contracts/instance.js'
import type { RouteParts } from './route-parts.js'

/** A stage of a route, with the user's function that runs in it, if any. */
export interface ListedStage {
  readonly phase: StagePhase
  readonly kind: StageKind
  readonly stage: string
  readonly run: unknown
  /** The instance of the context that an error handler belongs to. */
  readonly instance: Instance | null
}

/** The stages of a route as its pipeline links them. A test compares this order with the order of a request. */
export function listStages(parts: RouteParts): ListedStage[] {
  const { validation, serializers, errorHandlers } = parts
  const listed = validation?.parts ?? []
  return [
    ...hooks(parts, 'request', 'onRequest'),
    ...hooks(parts, 'request', 'preParsing'),
    ...(parts.parsers === null ? [] : [own('request', 'parse', 'parse body')]),
    ...hooks(parts, 'request', 'preValidation'),
    ...listed.map((part) => own('request', 'validate', `validate ${part}`)),
    ...hooks(parts, 'request', 'preHandler'),
    ...parts.arounds.map((run) => ({ ...own('request', 'around', 'around'), run })),
    { ...own('request', 'handler', 'handler'), run: parts.handler, instance: parts.instance },
    ...hooks(parts, 'reply', 'preSerialization'),
    own('reply', 'serialize', serializers === null ? 'serialize' : 'serialize by schema'),
    ...hooks(parts, 'reply', 'onSend'),
    own('reply', 'write', 'write'),
    ...hooks(parts, 'reply', 'onResponse'),
    ...hooks(parts, 'error', 'onError'),
    ...errorHandlers.map(errorHandler),
    own('error', 'default answer', 'default answer'),
    ...hooks(parts, 'interruption', 'onTimeout'),
    ...hooks(parts, 'interruption', 'onRequestAbort'),
  ]
}

function hooks(parts: RouteParts, phase: StagePhase, stage: LifecycleHookName): ListedStage[] {
  return parts.hooks[stage].map((run) => ({ phase, kind: 'hook', stage, run, instance: null }))
}

function errorHandler({ handle, instance }: OwnedErrorHandler): ListedStage {
  return { phase: 'error', kind: 'error handler', stage: 'error handler', run: handle, instance }
}

function own(phase: StagePhase, kind: StageKind, stage: string): ListedStage {
  return { phase, kind, stage, run: null, instance: null }
}
