import type { ContextBuilder } from '../../context/context-builder.js'
import {
  checkNotShared,
  type Decoration,
  defineDecoration,
  hidesMethod,
  isOwnOfReply,
  isOwnOfRequest,
  replyFields,
  requestFields,
  toDecoration,
} from '../../context/decorations.js'
import { registrationCodes } from '../../errors/registration-codes.js'
import { policies } from '../../support/as-fastify.js'
import { guardWebSockets, webSocketServer } from '../network/listener-guard.js'
import type { ServerCore } from '../start/server-core.js'

interface NewDecoration {
  name: string | symbol
  value: unknown
  dependencies: readonly (string | symbol)[] | undefined
}

/** Decorates an instance. Children inherit and may shadow the value. `onReady` hooks may add one: no route uses it. */
export function decorateInstance(
  core: ServerCore,
  builder: ContextBuilder,
  { name, value, dependencies }: NewDecoration,
): void {
  const { instance } = builder
  if (core.status !== 'loading' && core.status !== 'sealed')
    throw new registrationCodes.FST_ERR_DEC_AFTER_START(String(name))
  const taken = Object.hasOwn(instance, name) || (builder.parent === null && name in instance)
  if (taken) throw alreadyPresent(builder, 'instance', name)
  checkDependencies(name, dependencies, { sees: (dependency) => dependency in instance, context: builder.path })
  defineDecoration(instance, name, toDecoration(value))
  if (name === webSocketServer) guardWebSockets(value, core.listenerFailed)
}

function alreadyPresent(builder: ContextBuilder, what: 'instance' | 'request' | 'reply', name: string | symbol): Error {
  const kind = what === 'instance' ? 'context value' : (`${what} value` as const)
  const first = builder.registrations.find((each) => each.kind === kind && each.name === String(name))
  const by = first?.by?.kind === 'plugin' ? first.by : null
  const names = by === null ? [] : by.parent?.kind === 'plugin' ? [by.name, by.parent.name] : [by.name]
  return new registrationCodes.FST_ERR_DEC_ALREADY_PRESENT(String(name), what, builder.path, names)
}

/** Decorates requests or replies of a context and its descendants (docs/reference/instance.md). */
export function decorateMessage(
  core: ServerCore,
  builder: ContextBuilder,
  { what, name, value, dependencies }: NewDecoration & { what: 'request' | 'reply' },
): void {
  if (core.status !== 'loading') throw new registrationCodes.FST_ERR_DEC_AFTER_START(String(name))
  checkNotShared(name, value, what)
  const own = what === 'request' ? builder.requestDecorations : builder.replyDecorations
  const fields = what === 'request' ? requestFields : replyFields
  const isTaken = fields.has(name) || (own.has(name) && !isInheritedMethod(builder, what, name))
  if (isTaken || (policies.refusesWhatHasNoEffect && hidesMethod(what, name, value)))
    throw alreadyPresent(builder, what, name)
  const sees = (dependency: string | symbol) =>
    what === 'request'
      ? isOwnOfRequest(dependency) || builder.seesRequestDecoration(dependency)
      : isOwnOfReply(dependency) || builder.seesReplyDecoration(dependency)
  checkDependencies(name, dependencies, { sees, context: builder.path })
  builder.decorateMessage(what, name, toDecoration(value))
}

/** Fastify lets a context declare an inherited function again, but no other inherited value. */
function isInheritedMethod(builder: ContextBuilder, what: 'request' | 'reply', name: string | symbol): boolean {
  if (!policies.inheritsWhenMade) return false
  const kind = what === 'request' ? 'requestDecorations' : 'replyDecorations'
  const inherited = builder.parent?.[kind].get(name)
  return inherited !== undefined && inherited === builder[kind].get(name) && isMethod(inherited)
}

interface Surroundings {
  sees: (name: string | symbol) => boolean
  context: string
}

function checkDependencies(name: string | symbol, dependencies: unknown, { sees, context }: Surroundings): void {
  if (dependencies === undefined || dependencies === null) return
  if (!Array.isArray(dependencies)) throw new registrationCodes.FST_ERR_DEC_DEPENDENCY_INVALID_TYPE(String(name))
  const missing = dependencies.find((dependency) => !sees(dependency))
  if (missing !== undefined)
    throw new registrationCodes.FST_ERR_DEC_MISSING_DEPENDENCY(String(name), String(missing), context)
}

function isMethod(decoration: Decoration): boolean {
  return !('value' in decoration) || typeof decoration.value === 'function'
}
