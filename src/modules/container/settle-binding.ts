import type { Instance } from '../../contracts/instance.js'
import type { Binding, SettledBinding } from '../plan/context-plan.js'

type OpenBinding = Extract<Binding, { from: 'pending' | 'given' }>

/** Decides a binding after the plugins have declared their values. @throws the error of a value that is not declared */
export function settleBinding(binding: OpenBinding, instance: Instance): SettledBinding {
  if (binding.from === 'given') {
    const { name, optional, givers } = binding
    const mayBeUnset = optional || instance.hasRequestDecorator(name)
    return { from: 'value', kind: 'request', name, givenBy: mayBeUnset ? null : givers, computed: null, mayWait: false }
  }
  const { name, otherwise } = binding
  const kind = binding.kinds.find((each) => {
    if (each === 'request') return instance.hasRequestDecorator(name)
    return each === 'reply' ? instance.hasReplyDecorator(name) : instance.hasDecorator(name)
  })
  if (kind !== undefined) return { from: 'value', kind, name, givenBy: null, computed: null, mayWait: false }
  if (otherwise.from === 'error') throw otherwise.create()
  return otherwise
}
