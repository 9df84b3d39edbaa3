import type { Instance } from '../../contracts/instance.js'
import type { Decoration } from '../../contracts/token.js'
import { ContextWriter } from '../../server/instance/context-writer.js'
import { attempt, type Report } from '../../support/report.js'
import { aboutClass } from '../plan/about.js'
import type { ContextPlan, ValueKind } from '../plan/context-plan.js'

/** Declares the values of all modules of the context. Of two of one name the second was reported with the tree. */
export function applyDecorations(instance: Instance, { members }: ContextPlan, report: Report): void {
  const declared = new Set<string>()
  for (const { node } of members) {
    const { decorate, decorateRequest, decorateReply } = node.fact
    if (decorate.length + decorateRequest.length + decorateReply.length === 0) continue
    const reportHere = aboutClass(report, node.Class)
    const first = (declare: (name: string, decoration: Decoration) => void, kind: ValueKind) => {
      return (decoration: Decoration) => {
        const key = `${kind} ${decoration.name}`
        if (!declared.has(key)) attempt(reportHere, () => declare(decoration.name, decoration))
        declared.add(key)
      }
    }
    const writer = new ContextWriter(instance, node.registrant)
    decorate.forEach(first((name, value) => decorateFixed(writer, name, value), 'context'))
    decorateRequest.forEach(
      first((name, value) => writer.decorate('request', name, toDecorationValue(value)), 'request'),
    )
    decorateReply.forEach(first((name, value) => writer.decorate('reply', name, toDecorationValue(value)), 'reply'))
  }
}

function decorateFixed(writer: ContextWriter, name: string, decoration: Decoration): void {
  if (decoration.how !== 'computed') writer.decorate('context', name, decoration.value)
}

function toDecorationValue(decoration: Decoration): unknown {
  const { name } = decoration
  if (decoration.how === 'computed') {
    const { create } = decoration
    return memoized(name, (subject) => create(subject as never)) // the kind of the token says whether request or reply
  }
  const { value } = decoration
  if (decoration.how === 'recorded') return value
  if (typeof value !== 'object' || value === null || isAccessor(value)) return value
  // The core refuses objects, for they are one for all requests. `Token.is` means just that: `from` is the other way.
  return { getter: () => value, setter: ownSetter(name) }
}

/** Computed at the first read in each request or reply, and then an ordinary property of it. */
function memoized(name: string, create: (subject: object) => unknown) {
  return {
    getter(this: object): unknown {
      const value = create(this)
      define(this, name, value)
      return value
    },
    setter: ownSetter(name),
  }
}

/** Setting gives this one request or reply a value of its own. */
function ownSetter(name: string) {
  return function set(this: object, value: unknown): void {
    define(this, name, value)
  }
}

function define(subject: object, name: string, value: unknown): void {
  Object.defineProperty(subject, name, { value, writable: true, enumerable: true, configurable: true })
}

function isAccessor(value: object): boolean {
  return 'getter' in value
    ? typeof value.getter === 'function'
    : 'setter' in value && typeof value.setter === 'function'
}
