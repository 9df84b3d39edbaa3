import type { Instance } from '../../contracts/instance.js'
import type { Reply } from '../../contracts/reply.js'
import type { Request } from '../../contracts/request.js'
import type { Decoration, FixedDecoration, RecordedDecoration } from '../../contracts/token.js'
import * as slots from '../../request/message/slots.js'
import { ContextWriter } from '../../server/instance/context-writer.js'
import { attempt, type Report } from '../../support/report.js'
import { pendingOf } from '../../support/values.js'
import type { Builder } from '../container/builder.js'
import type { Reader } from '../container/request-scope.js'
import { settledOf } from '../container/unresolved.js'
import { ownFacts } from '../decorators/metadata.js'
import { isSharedSchema } from '../plan/check-entries.js'
import type { ContextPlan, ValueKind } from '../plan/context-plan.js'
import type { ModuleNode } from '../plan/module-node.js'
import { reportAtClass } from '../plan/report-at.js'
import { computedKey } from '../plan/visibility.js'

/** Declares the values of all modules of the context. The plan has already reported a second value of one name. */
export function applyDecorations(instance: Instance, { members, computed }: ContextPlan, builder: Builder): void {
  if (!members.some(({ node }) => hasDecorations(node))) return // most contexts declare none
  const { report } = builder.findings
  const decorationOf = (decoration: Decoration) => {
    if (decoration.how !== 'computed') return toDecorationValue(decoration)
    const plan = computed.get(computedKey(decoration.kind, decoration.name))! // each computed value has a plan
    return memoized(decoration, builder.readers.computerOf(plan))
  }
  const declared = new Set<string>()
  for (const { node } of members) {
    if (!hasDecorations(node)) continue
    const { decorate, decorateRequest, decorateReply } = node.fact
    const reportHere = reportAtClass(report, node.Class)
    const first = (declare: (name: string, decoration: Decoration) => void, kind: ValueKind) => {
      return (decoration: Decoration) => {
        const key = `${kind} ${decoration.name}`
        if (!declared.has(key)) attempt(reportHere, () => declare(decoration.name, decoration))
        declared.add(key)
      }
    }
    const writer = new ContextWriter(instance, node.registrant)
    decorate.forEach(first((name, value) => decorateFixed(writer, name, value), 'context'))
    decorateRequest.forEach(first((name, value) => writer.decorate('request', name, decorationOf(value)), 'request'))
    decorateReply.forEach(first((name, value) => writer.decorate('reply', name, decorationOf(value)), 'reply'))
  }
}

function hasDecorations({ fact }: ModuleNode): boolean {
  return fact.decorate.length + fact.decorateRequest.length + fact.decorateReply.length > 0
}

function decorateFixed(writer: ContextWriter, name: string, decoration: Decoration): void {
  if (decoration.how !== 'computed') writer.decorate('context', name, decoration.value)
}

function toDecorationValue(decoration: FixedDecoration | RecordedDecoration): unknown {
  const { name, value } = decoration
  if (decoration.how === 'recorded') return value
  if (typeof value !== 'object' || value === null || isAccessor(value)) return value
  // The core refuses an object, because all requests share it. `Token.is` shares an object on purpose, so a getter
  // returns it. `from` makes one object for each request.
  return { getter: () => value, setter: ownSetter(name) }
}

/**
 * An accessor that computes the value at the first read in each request or reply. It then defines an ordinary property,
 * with the promise first and its value later.
 */
function memoized({ kind, name }: Decoration, compute: Reader) {
  const read = kind === 'request' ? readOfRequest(compute) : readOfReply(compute)
  const define = definerOf(name)
  return {
    getter(this: object): unknown {
      const value = read(this)
      const pending = pendingOf(value)
      define(this, pending ?? value)
      if (pending === null) return value
      replaceLater(this, name, pending)
      return pending
    },
    setter: ownSetter(name),
  }
}

function readOfRequest(compute: Reader): (subject: object) => unknown {
  return (subject) => {
    const request = subject as Request & { [slots.reply]: Reply } // each reply is made with its request
    return settledOf(compute(request, request[slots.reply]))
  }
}

function readOfReply(compute: Reader): (subject: object) => unknown {
  return (subject) => {
    const reply = subject as Reply // the getter is on replies
    return settledOf(compute(reply.request, reply))
  }
}

/** Replaces the promise with its value. If code has set another value meanwhile, that value stays. */
function replaceLater(subject: object, name: string, promise: Promise<unknown>): void {
  const bag = subject as Record<string, unknown> // the getter has defined it as an own property
  promise.then((value) => {
    if (bag[name] === promise) bag[name] = value
  }, ignore)
}

function ignore(): void {}

/** A setter that gives one request or reply its own value. */
function ownSetter(name: string) {
  const define = definerOf(name)
  return function set(this: object, value: unknown): void {
    define(this, value)
  }
}

/** A base class that returns its argument, so that fields of a subclass are defined on it. */
class Given {
  constructor(subject: object) {
    // biome-ignore lint/correctness/noConstructorReturn: fields of a subclass are defined on what this returns
    return subject
  }
}

/**
 * Defines an own property over an accessor of the prototype. It is a field of a class, because V8 caches the shape of a
 * class. `Object.defineProperty` takes 0.4 µs more. A request of W8 takes 5 µs besides node's http.
 */
function definerOf(name: string): (subject: object, value: unknown) => void {
  let current: unknown
  class Defining extends Given {
    [name] = current
  }
  return (subject, value) => {
    current = value
    new Defining(subject)
    current = undefined // otherwise the last request would stay in memory
  }
}

function isAccessor(value: object): boolean {
  return 'getter' in value
    ? typeof value.getter === 'function'
    : 'setter' in value && typeof value.setter === 'function'
}

/**
 * Applies schemas and compilers of all modules of the context. A context has at most one compiler of each kind. A
 * schema object may be listed several times.
 */
export function applySchemas(instance: Instance, { members }: ContextPlan, report: Report): void {
  if (!members.some(({ node }) => hasSchemas(node))) return // most contexts have none
  const added = new Set<object>()
  for (const { node } of members) {
    if (!hasSchemas(node)) continue
    const reportHere = reportAtClass(report, node.Class)
    const writer = new ContextWriter(instance, node.registrant)
    for (const schema of node.fact.schemas.filter(isSharedSchema)) {
      if (added.has(schema)) continue
      added.add(schema)
      attempt(reportHere, () => writer.addSchema(schema, ownFacts(node.Class).place))
    }
    attempt(reportHere, () => applyCompilers(writer, node))
  }
}

function hasSchemas({ fact }: ModuleNode): boolean {
  const { schemas, validatorCompiler, serializerCompiler, schemaErrorFormatter } = fact
  return schemas.length > 0 || (validatorCompiler ?? serializerCompiler ?? schemaErrorFormatter) !== null
}

function applyCompilers(writer: ContextWriter, { fact }: ModuleNode): void {
  const { validatorCompiler, serializerCompiler, schemaErrorFormatter } = fact
  writer.setCompilers(validatorCompiler, serializerCompiler)
  if (schemaErrorFormatter !== null) writer.setSchemaErrorFormatter(schemaErrorFormatter)
}
