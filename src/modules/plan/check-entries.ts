import type { Class } from '../../contracts/token.js'
import { treeCodes } from '../../errors/tree-codes.js'
import { attempt, type Report } from '../../support/report.js'
import { describeValue, isClassSyntax, isGeneratorFunction } from '../../support/values.js'
import { ownFacts } from '../decorators/metadata.js'
import { className, isClass } from '../decorators/read-facts.js'
import { isSource, isUse } from '../decorators/use.js'
import type { ModulePlan } from './context-plan.js'
import type { ModuleNode } from './module-node.js'
import { reportAtClass } from './report-at.js'

/** Refuses entries that the core cannot use, because the core does not know which module lists them. */
export function checkEntries({ fact, name }: ModuleNode, report: Report): void {
  for (const [index, entry] of fact.plugins.entries()) {
    attempt(report, () => checkPlugin(entry, `plugins[${index}]`, name))
  }
  for (const [index, schema] of fact.schemas.entries()) {
    attempt(report, () => checkSchema(schema, `schemas[${index}]`, name))
  }
}

/** Whether an entry of `plugins` is a plugin, with options or without. */
export function isPlugin(entry: unknown): boolean {
  const source: unknown = isUse(entry) ? entry.target : entry
  return isSource(source) && !isClassSyntax(source) // a class cannot be called
}

function checkPlugin(entry: unknown, position: string, module: string): void {
  if (entry === undefined) throw new treeCodes.ALC_ERR_ENTRY_UNDEFINED(position, 'plugins', module)
  if (isPlugin(entry)) return
  const source: unknown = isUse(entry) ? entry.target : entry
  const misplaced = isClass(source) ? misplacedClass(source, `${position} of ${module}`) : null
  if (misplaced !== null) throw misplaced
  const expected = 'a plugin function, or use(plugin, options)'
  throw new treeCodes.ALC_ERR_ENTRY_INVALID(position, module, describeValue(source), expected)
}

export function isSharedSchema(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null || !('$id' in entry)) return false
  return typeof entry.$id === 'string' && entry.$id !== ''
}

function checkSchema(schema: unknown, position: string, module: string): void {
  if (schema === undefined) throw new treeCodes.ALC_ERR_ENTRY_UNDEFINED(position, 'schemas', module)
  if (isSharedSchema(schema)) return
  const given = typeof schema === 'object' && schema !== null ? 'a schema without "$id"' : describeValue(schema)
  const expected = 'a schema with the "$id" by which others name it: shared($id, schema)'
  throw new treeCodes.ALC_ERR_ENTRY_INVALID(position, module, given, expected)
}

/** The error of a class whose decorator puts it into another list; null for a class without such a decorator. */
export function misplacedClass(Class: Class, where: string): Error | null {
  const { module, controller, injectable } = ownFacts(Class)
  const error = (what: string, list: string) =>
    new treeCodes.ALC_ERR_ENTRY_MISPLACED(className(Class), where, what, list)
  if (module !== null) return error('a module', 'imports')
  if (controller !== null) return error('a controller', 'controllers')
  return injectable === null ? null : error('a provider', 'providers')
}

/** Refuses a generator as `configure` of a module: a call runs none of its code. */
export function checkConfigure({ Class, node: { name } }: ModulePlan, report: Report): void {
  const configure: unknown = Reflect.get(Class.prototype, 'configure')
  if (!isGeneratorFunction(configure)) return
  const expected = 'a method without *, because a call of a generator runs none of its code'
  reportAtClass(
    report,
    Class,
  )(new treeCodes.ALC_ERR_ENTRY_INVALID('configure', name, describeValue(configure), expected))
}
