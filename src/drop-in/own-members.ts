import type { Instance } from '../contracts/instance.js'

/** Members that are values in Fastify. The others that we read through are accessors there, and are not copied. */
const values: ReadonlySet<string> = new Set(['server', 'routing', 'log', 'initialConfig', 'defaultTextParser'])

/**
 * Makes the members of an instance its own. Programs copy an instance by `{ ...app }` and list its keys: Fastify's is a
 * literal. They read through to the class, so that children, which inherit from the instance, have their own values.
 */
export function ownMembers(instance: Instance): Instance {
  for (const [name, { value, get, set }] of membersOf(Object.getPrototypeOf(instance))) {
    if (Object.hasOwn(instance, name)) continue
    const isMethod = value !== undefined
    const member = isMethod ? { value, writable: true } : { get, set }
    const enumerable = isMethod || values.has(name)
    Object.defineProperty(instance, name, { ...member, configurable: true, enumerable })
  }
  return instance
}

function membersOf(prototype: object): [string, PropertyDescriptor][] {
  if (prototype === Object.prototype) return []
  const own = Object.entries(Object.getOwnPropertyDescriptors(prototype)).filter(([name]) => name !== 'constructor')
  return [...own, ...membersOf(Object.getPrototypeOf(prototype))]
}
