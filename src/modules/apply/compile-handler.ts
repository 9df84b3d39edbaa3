// Hot path: the code between the core's pipeline and a method. All look-ups happen at boot.

import type { AroundFunction, Next } from '../../contracts/around.js'
import type { Reply } from '../../contracts/reply.js'
import type { Request } from '../../contracts/request.js'
import type { Handler } from '../../contracts/route.js'
import { readProperty } from '../../support/values.js'
import type { Builder } from '../container/builder.js'
import { listReader, type Reader, waitingListReader } from '../container/request-scope.js'
import { hasUnresolved, Unresolved, whenAll } from '../container/unresolved.js'
import type { HandlerAround, MemberKey } from '../decorators/facts.js'
import type { Member } from '../decorators/read-facts.js'
import type { BuildPlan, ClassPlan, MemberPlan } from '../plan/context-plan.js'

/** A method of a class's prototype. */
export type Method = (this: unknown, ...args: readonly unknown[]) => unknown

/** The source of a handler's object. It is one object for all requests, or a reader that finds the object of each. */
export type Receiver = { readonly object: object } | { readonly read: Reader }

/** The receiver of the methods of a class. */
export function receiverOf(build: BuildPlan, builder: Builder): Receiver {
  return build.scope === 'context' ? { object: builder.objectOf(build) } : { read: builder.readers.readerOf(build) }
}

/** A method as a handler in the plain form `(request, reply)`. */
export function compilePlain(name: string, method: Method, receiver: Receiver): Handler {
  const ending = { name, answersItself: method.length > 1 }
  if ('read' in receiver) {
    const { read } = receiver
    const run: Run = (request, reply) => {
      const object = read(request, reply)
      if (!Unresolved.is(object)) return method.call(object, request, reply)
      return object.promise.then((resolved) => orReply(method.call(resolved, request, reply), reply, ending))
    }
    return finish(run, ending)
  }
  const { object } = receiver
  return finish((request, reply) => method.call(object, request, reply), ending)
}

/** Values of a handler's parameters. */
export interface ParameterReaders {
  readonly readers: readonly Reader[]
  /** The indexes of values that may have to be awaited. */
  readonly waiting: readonly number[]
}

/** A method as a handler that is called with the values of its parameters. */
export function compileInjected(
  method: Method,
  receiver: Receiver,
  { readers, waiting }: ParameterReaders,
  ending: Ending,
): Handler {
  if ('object' in receiver) return finish(callOn(receiver.object, method, { readers, waiting }, ending), ending)
  /** The first value is the object. */
  const call = ([object, ...values]: unknown[]) => method.apply(object, values)
  return finish(callWhenRead([receiver.read, ...readers], call, ending), ending)
}

/** Reads values of which several may have to be awaited, and calls a function with them. */
function callWhenRead(readers: readonly Reader[], call: (values: unknown[]) => unknown, ending: Ending): Run {
  const read = waitingListReader(readers)
  const later = (values: unknown[], reply: Reply) => whenAll(values, (all) => orReply(call(all), reply, ending))
  return (request, reply) => {
    const values = read(request, reply)
    return hasUnresolved(values) ? later(values, reply) : call(values)
  }
}

/** Calls the method on an object that is built. Most handlers await one value or none. */
function callOn(object: object, method: Method, { readers, waiting }: ParameterReaders, ending: Ending): Run {
  const [place, ...others] = waiting
  if (place === undefined) return spread(method, object, readers)
  const call = (values: unknown[]) => method.apply(object, values)
  if (others.length > 0) return callWhenRead(readers, call, ending)
  const read = waitingListReader(readers)
  // Separate functions: V8 allocates the variables that closures share when their function begins, even for calls
  // without a promise.
  const later = (values: unknown[], promise: PromiseLike<unknown>, reply: Reply) => {
    return promise.then((value) => {
      values[place] = value
      return orReply(call(values), reply, ending)
    })
  }
  return (request, reply) => {
    const values = read(request, reply)
    const value = values[place]
    return Unresolved.is(value) ? later(values, value.promise, reply) : call(values)
  }
}

/**
 * The result of a handler with awaited values. If a method with the reply returns nothing, it answers later. Then the
 * result is the reply, which resolves when the answer has been sent.
 */
export function orReply(result: unknown, reply: Reply, { answersItself }: Pick<Ending, 'answersItself'>): unknown {
  return result === undefined && answersItself ? reply : result
}

/** One closure for each number of parameters: an array of arguments takes more time than the handler itself. */
function spread(method: Method, object: object, readers: readonly Reader[]): Run {
  const [a, b, c, d] = readers
  if (a === undefined) return () => method.call(object)
  if (b === undefined) return (request, reply) => method.call(object, a(request, reply))
  if (c === undefined) return (request, reply) => method.call(object, a(request, reply), b(request, reply))
  if (d === undefined) {
    return (request, reply) => method.call(object, a(request, reply), b(request, reply), c(request, reply))
  }
  if (readers.length === 4) {
    return (request, reply) =>
      method.call(object, a(request, reply), b(request, reply), c(request, reply), d(request, reply))
  }
  const read = listReader(readers)
  return (request, reply) => method.apply(object, read(request, reply))
}

type Run = (request: Request, reply: Reply) => unknown

/** The name of a handler, and whether its method gets the reply. */
export interface Ending {
  name: string
  answersItself: boolean
}

/**
 * A method without the reply cannot answer later, so `undefined` means an empty answer. A handler of sockets gets the
 * request in place of the reply, and a request has no `sent`.
 */
function finish(run: Run, { name, answersItself }: Ending): Handler {
  if (answersItself) return named(name, run)
  const handlers: Record<string, Handler> = {
    // For an object with a prototype, V8 makes a hidden class for each key, and searches among a thousand.
    __proto__: null as never,
    // A computed key names the function. Naming it afterwards takes 250 bytes more.
    [name]: (request, reply) => {
      const result = run(request, reply)
      if (result === undefined && reply.sent === false) reply.send()
      return result
    },
  }
  return handlers[name]! // set above
}

/** Names a function for stack traces, `describe()` and the router's messages. */
export function named<F extends (...args: never[]) => unknown>(name: string, fn: F): F {
  return Object.defineProperty(fn, 'name', { value: name, configurable: true })
}

/** The method of a class by its key. */
export function methodOf(object: object, key: MemberKey): Method {
  return Reflect.get(object, key) as Method // decorators accept methods only
}

/**
 * The method of a planned class. The method of the object itself comes first, because a test may pass an object of
 * another class.
 */
export function plannedMethod({ build, Class }: ClassPlan, { key }: Member, receiver: Receiver): Method {
  const own = 'object' in receiver ? readProperty(receiver.object, key) : undefined
  if (typeof own === 'function') return own as Method // decorators accept methods only
  const { prototype } = build.recipe.how === 'class' ? build.recipe.Class : Class
  return methodOf(prototype, key)
}

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
  return [...own, ...used.flatMap((each) => methodArounds(each, builder))]
}

/** The methods of a class with `@Around()`. */
export function methodArounds(used: ClassPlan, builder: Builder): AroundFunction[] {
  const receiver = receiverOf(used.build, builder)
  return used.members.flatMap(({ member }) => {
    return member.isAround ? [aroundMethod(member, plannedMethod(used, member, receiver), receiver)] : []
  })
}

/** A method with `@Around()` as a function around handlers. */
function aroundMethod({ name }: Pick<Member, 'name'>, method: Method, receiver: Receiver): AroundFunction {
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
