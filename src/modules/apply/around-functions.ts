// Hot path: these functions run around handlers.
import type { AroundFunction, Next } from '../../contracts/around.js'
import type { Reply } from '../../contracts/reply.js'
import type { Request } from '../../contracts/request.js'
import type { Builder } from '../container/builder.js'
import { Unresolved } from '../container/unresolved.js'
import type { HandlerAround } from '../decorators/facts.js'
import type { Member } from '../decorators/read-facts.js'
import type { ClassPlan, MemberPlan } from '../plan/context-plan.js'
import { type Method, named, plannedMethod, type Receiver, receiverOf } from './compile-handler.js'

/**
 * The functions around the handlers of a class or method, the outermost first: `@Around`, then the methods of `@Use`
 * classes.
 */
export function aroundsOf(
  { arounds, used }: Pick<ClassPlan | MemberPlan, 'arounds' | 'used'>,
  builder: Builder,
): AroundFunction[] {
  const own = arounds.map(({ fact, plan }): AroundFunction => {
    if (fact.how === 'function') return fact.run
    const around: Method = function (request, reply, next) {
      const object = this as HandlerAround // checked by the decorator
      return object.around(request as Request, reply as Reply, next as Next)
    }
    return aroundMethod({ name: plan!.name }, around, receiverOf(plan!, builder)) // each class has a plan
  })
  return [...own, ...used.flatMap((each) => usedArounds(each, builder))]
}

function usedArounds(used: ClassPlan, builder: Builder): AroundFunction[] {
  const receiver = receiverOf(used.build, builder)
  return used.members.flatMap(({ member }) => {
    return member.isAround ? [aroundMethod(member, plannedMethod(used, member, receiver), receiver)] : []
  })
}

/** A method with `@Around()` as a function around handlers. */
export function aroundMethod({ name }: Pick<Member, 'name'>, method: Method, receiver: Receiver): AroundFunction {
  if ('object' in receiver) {
    const { object } = receiver
    return named(name, (request, reply, next) => method.call(object, request, reply, next))
  }
  const { read } = receiver
  return named(name, (request, reply, next) => {
    const object = read(request, reply)
    if (!Unresolved.is(object)) return method.call(object, request, reply, next)
    return object.promise.then((resolved) => method.call(resolved, request, reply, next))
  })
}
