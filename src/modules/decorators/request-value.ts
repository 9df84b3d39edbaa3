// Hot path: guards set values of a request, and hooks read them.
import type { Request } from '../../contracts/request.js'

type Bag = Record<string, unknown>

export function setRequestValue(request: Request, name: string, value: unknown): void {
  const bag = bagOf(request)
  // A value that a module or plugin declares is on the prototype. There it may be an accessor without a setter.
  const isDeclared = name in bag && !Object.hasOwn(bag, name)
  if (isDeclared) Object.defineProperty(bag, name, { value, writable: true, enumerable: true, configurable: true })
  else bag[name] = value
}

/** Whether the request itself has the value. */
export function hasRequestValue(request: Request, name: string): boolean {
  return Object.hasOwn(request, name)
}

/** The value of one request or reply: its own value, or the declared one. */
export function readValueOf(owner: object, name: string): unknown {
  return bagOf(owner)[name]
}

function bagOf(owner: object): Bag {
  return owner as unknown as Bag // its type does not list the properties of values
}
