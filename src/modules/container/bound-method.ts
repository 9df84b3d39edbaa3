/**
 * A decoration that is a function, bound as `getDecorator` returns it. A class is not bound, because a bound class has
 * no static members. This includes classes of the language, such as `Map`.
 */
export function boundMethod(value: object, subject: object): unknown {
  const isConstructor = Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false
  return typeof value !== 'function' || isConstructor ? value : value.bind(subject)
}
