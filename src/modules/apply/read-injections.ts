import type { Injection } from '../../lifecycle/provenance.js'
import type { Builder } from '../container/builder.js'
import type { InjectSource, ParameterSource } from '../decorators/facts.js'
import type { Binding, ControllerPlan, MemberPlan, SettledBinding } from '../plan/context-plan.js'
import { giversIn, guardsOf } from '../plan/guards.js'
import { bareNameOf, isGiven } from '../plan/visibility.js'

/** The injections of a method of a controller and of its class. Call it after all plugins have loaded. */
export function injectionsOf(controller: ControllerPlan, member: MemberPlan, builder: Builder): Injection[] {
  const { build } = controller
  const guards = giversIn(guardsOf(controller, member))
  const read = (binding: Binding, source: ParameterSource | undefined, into: string): Injection[] => {
    if (binding.from === 'request') {
      const inner = source?.from === 'own' ? source.inject : []
      return binding.inject.flatMap((each, at) => read(each, inner[at], into))
    }
    const givenBy = guards.get(binding.from === 'given' ? binding.name : '')
    const settled = builder.settle(binding, build.context)
    if (binding.from !== 'given' || builder.declaresRequestValue(build.context, binding.name)) {
      return injectionOf(settled, source, into)
    }
    const { name } = binding
    return [
      { into, kind: 'request value', name, key: null, isVisible: false, ...(givenBy && { givenBy: [...givenBy] }) },
    ]
  }
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
      if (isGiven(settled.kind, settled.name)) return [] // the server sets it, so it has no registrant
      return [{ into, kind: `${settled.kind} value`, name: settled.name, key: null, isVisible: true }]
    case 'provider':
    case 'lazy':
      return [{ into, kind: 'provider', name: bareNameOf(settled.plan.key), key: settled.plan.key, isVisible: true }]
    case 'nothing':
      return source?.from === 'inject' ? [{ into, ...wantedOf(source), key: null, isVisible: false }] : []
    case 'request':
    case 'part':
      return []
  }
}

/** The value of an optional token that was not found. A bare name is a request value first. */
function wantedOf({ token }: InjectSource): Pick<Injection, 'kind' | 'name'> {
  if (typeof token === 'string') return { kind: 'request value', name: token }
  if (typeof token === 'function') return { kind: 'provider', name: token.name }
  if (typeof token === 'symbol' || !('kind' in token)) return { kind: 'provider', name: String(token) }
  if (token.kind === 'lazy') return wantedOf({ from: 'inject', token: token.read(), optional: true })
  return { kind: token.kind === 'provider' ? 'provider' : `${token.kind} value`, name: token.name }
}
