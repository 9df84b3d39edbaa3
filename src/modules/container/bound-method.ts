/**
 * A decoration that is a function, bound as `getDecorator` returns it. A class is not bound, not even a class of the
 * language such as `Map`, because a bound class has no static members.
 */
export function boundMethod(value: object, subject: object): unknown {
  const isConstructor = Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false
  return typeof value !== 'function' || isConstructor ? value : value.bind(subject)
}
