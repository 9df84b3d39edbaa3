/**
 * A decoration that is a method, bound as `getDecorator` gives it. A class stays as it is, also one of the language such
 * as `Map`: a bound class has no static members.
 */
export function boundMethod(value: object, subject: object): unknown {
  const isConstructor = Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false
  return typeof value !== 'function' || isConstructor ? value : value.bind(subject)
}
