import type { Instance } from '../contracts/instance.js'

/**
 * Members that are values in Fastify and accessors here. `{ ...app }` copies them. It does not copy other accessors, as
 * in Fastify.
 */
const values: ReadonlySet<string> = new Set(['server', 'routing', 'log', 'initialConfig', 'defaultTextParser'])

/**
 * Makes the members of an instance its own properties. Programs copy an instance by `{ ...app }` and list its keys,
 * because Fastify's instance is an object literal. The properties use the accessors of the class. So children, which
 * inherit from the instance, have their own values.
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
