import type { Instance } from '../contracts/instance.js'

/**
 * Makes the members of an instance its own. Programs copy an instance by `{ ...app }` and list its keys: Fastify's is a
 * literal. They read through to the class, so that children, which inherit from the instance, have their own values.
 */
export function ownMembers(instance: Instance): Instance {
  for (const [name, { value, get, set }] of membersOf(Object.getPrototypeOf(instance))) {
    if (Object.hasOwn(instance, name)) continue
    const accessor = value === undefined ? { get, set } : { value, writable: true }
    Object.defineProperty(instance, name, { ...accessor, configurable: true, enumerable: true })
  }
  return instance
}

function membersOf(prototype: object): [string, PropertyDescriptor][] {
  if (prototype === Object.prototype) return []
  const own = Object.entries(Object.getOwnPropertyDescriptors(prototype)).filter(([name]) => name !== 'constructor')
  return [...own, ...membersOf(Object.getPrototypeOf(prototype))]
}
