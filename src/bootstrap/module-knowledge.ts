import type { Registration } from '../context/registration.js'
import type { Handler } from '../contracts/route.js'
import type { InjectSource, ParameterSource } from '../decorators/facts.js'
import type { Injection, Knowledge } from '../server/knowledge.js'
import { disposeHook, type ModuleApplier } from './apply-module.js'
import type { Builder } from './builder.js'
import { type Binding, type ContextPlan, plansOf, type SettledBinding } from './context-plan.js'
import { isGuardHook } from './guard-hook.js'
import { type AppliedHandler, moduleRegistrant } from './module-registrant.js'
import { isGiven } from './visibility.js'

/** What modules know of their server beside what they registered. */
export function moduleKnowledge({ contexts, steps, handlers }: ModuleApplier, builder: Builder): Knowledge {
  return {
    entriesOf: (instance) => {
      const context = contexts.get(instance)
      return context === undefined ? [] : entriesOf(context)
    },
    placeOf: (handler: Handler) => handlers.get(handler)?.member.member.place ?? null,
    injectionsOf: (handler: Handler) => {
      const applied = handlers.get(handler)
      return applied === undefined ? [] : injectionsOf(applied, builder)
    },
    isStep: ({ kind, name, point }) =>
      (kind === 'plugin' && steps.has(name)) || (point === 'onClose' && name === disposeHook),
    isGuard: isGuardHook,
    isWhole: () => {
      for (const context of contexts.values()) if (plansOf(context).some(({ isBroken }) => isBroken)) return false
      return true
    },
  }
}

function entriesOf({ members, providers }: ContextPlan): Registration[] {
  const wrapped = members.slice(1).map(({ node }): Registration => {
    const { parent } = node
    const by = parent === null ? null : moduleRegistrant(parent)
    return { kind: 'wrapped module', name: node.name, point: null, subject: node, by }
  })
  const provided = [...providers.values()].map(({ name, key, module }): Registration => {
    return { kind: 'provider', name: bareName(name), point: null, subject: key, by: moduleRegistrant(module) }
  })
  return [...wrapped, ...provided]
}

function injectionsOf({ controller, member }: AppliedHandler, builder: Builder): Injection[] {
  const { build } = controller
  const read = (binding: Binding, source: ParameterSource | undefined, into: string) =>
    injectionOf(builder.settle(binding, build.context), source, into)
  const { parameters, name } = member.member
  return [
    ...build.bindings.flatMap((binding, index) => {
      return read(binding, build.sources[index], `the constructor of ${build.name}`)
    }),
    ...(member.bindings ?? []).flatMap((binding, index) => {
      return read(binding, parameters?.[index], `parameter ${index + 1} of ${name}`)
    }),
  ]
}

function injectionOf(settled: SettledBinding, source: ParameterSource | undefined, into: string): Injection[] {
  switch (settled.from) {
    case 'value':
      if (isGiven(settled.kind, settled.name)) return [] // nobody registered it
      return [{ into, kind: `${settled.kind} value`, name: settled.name, key: null, isVisible: true }]
    case 'provider':
    case 'lazy':
      return [{ into, kind: 'provider', name: bareName(settled.plan.name), key: settled.plan.key, isVisible: true }]
    case 'nothing':
      return source?.from === 'inject' ? [{ into, ...wantedOf(source), key: null, isVisible: false }] : []
    case 'request':
      return []
  }
}

/** What an optional token asked for in vain. A bare name stands for a request value first. */
function wantedOf({ token }: InjectSource): Pick<Injection, 'kind' | 'name'> {
  if (typeof token === 'string') return { kind: 'request value', name: token }
  if (typeof token === 'function') return { kind: 'provider', name: token.name }
  if (typeof token === 'symbol' || !('kind' in token)) return { kind: 'provider', name: String(token) }
  if (token.kind === 'lazy') return wantedOf({ from: 'inject', token: token.read(), optional: true })
  return { kind: token.kind === 'provider' ? 'provider' : `${token.kind} value`, name: token.name }
}

/** Plans call a provider by its token `provider "x"`; here the kind says what it is. */
function bareName(name: string): string {
  return (
    /^provider (?:"(.*)"|(Symbol\(.*\)))$/s
      .exec(name)
      ?.slice(1)
      .find((each) => each !== undefined) ?? name
  )
}
