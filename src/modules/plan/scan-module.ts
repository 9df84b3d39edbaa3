import type { Class } from '../../contracts/token.js'
import { causedBy } from '../../errors/coded-error.js'
import { moduleCodes } from '../../errors/module-codes.js'
import { treeCodes } from '../../errors/tree-codes.js'
import { isMarkedAsPlugin, readPluginName } from '../../lifecycle/plugin-meta.js'
import type { RegistrantLink } from '../../lifecycle/provenance.js'
import { isList, noItems } from '../../support/lists.js'
import { attempt, type Report } from '../../support/report.js'
import { describeValue, isAsyncFunction, isCallable, isThenable, messageOf } from '../../support/values.js'
import { otherCopyHint } from '../decorators/copies.js'
import { ownFacts } from '../decorators/metadata.js'
import type { ImportEntry, ImportThunk, ModuleFact } from '../decorators/module-fact.js'
import { className, isClass, isDecorated } from '../decorators/read-facts.js'
import { isUse } from '../decorators/use.js'
import { misplacedClass } from './check-entries.js'
import { circle, hasConfigure, type ModuleNode, type ModuleOptions, noOptions } from './module-node.js'
import { nestEntry, nestHint, ofPackage } from './nest-decorators.js'
import { reportAtClass } from './report-at.js'

/** An import of a module, before its class is checked. */
interface Import {
  readonly Class: Class
  readonly options: ModuleOptions
  /** `imports[2] of AppModule`, for messages. */
  readonly where: string
}

/** The place of the root module, for messages. */
const rootPlace = 'bootstrap(…)'

interface Draft extends Omit<ModuleNode, 'imports' | 'missing'> {
  imports: readonly ModuleNode[]
  missing: readonly string[]
}

/** The settings for the scan of a tree. */
export interface ScanOptions {
  /** The registrant of the context of the root. By default it is the root module itself. */
  readonly registrant?: RegistrantLink | undefined
  /** Returns the replacement of a class. */
  readonly overrides?: { replaceClass(Class: Class): Class } | undefined
}

interface Scanning extends ScanOptions {
  readonly report: Report
}

/**
 * Reads the tree of modules below `Root` and calls all functions in `imports`. Reports a coded error for each entry
 * that cannot be a module.
 */
export function scanModule(Root: Class, report: Report, options: ScanOptions = {}): ModuleNode {
  if (!isClass(Root)) {
    throw new treeCodes.ALC_ERR_ENTRY_INVALID('The module', 'bootstrap(…)', describeValue(Root), 'a class with @Module')
  }
  return scan({ Class: Root, options: noOptions, where: rootPlace }, null, { report, ...options })
}

function scan(listed: Import, parent: ModuleNode | null, scanning: Scanning): ModuleNode {
  const { report, overrides, registrant } = scanning
  const Class = overrides?.replaceClass(listed.Class) ?? listed.Class
  const entry = { ...listed, Class }
  const reportHere = reportAtClass(report, Class)
  const name = className(Class)
  const { module: fact, wrapped } = ownFacts(Class)
  if (fact === null) throw notDecorated(entry)
  refuseCycle(Class, parent)

  const given = typeof entry.options === 'function' ? undefined : entry.options.prefix
  const isDissolved = wrapped && parent !== null // a wrapped root has no module above it
  const above = isDissolved ? parent.registrant : null
  const isOption = isDissolved && hasConfigure(Class) // its configure gets a prefix of `use` as an ordinary option
  const prefix = typeof given === 'string' && !isOption ? given : fact.prefix
  if (isDissolved && prefix !== '') {
    const where = prefix === fact.prefix ? '@Module' : `use(…) in ${entry.where}`
    reportHere(new treeCodes.ALC_ERR_WRAPPED_PREFIX(name, prefix, where))
  }

  const node: Draft = {
    Class,
    name,
    fact,
    wrapped: isDissolved,
    prefix,
    options: entry.options,
    parent,
    registrant: parent === null && registrant ? registrant : { kind: 'module', name, parent: above },
    imports: noItems,
    missing: noItems,
  }
  const { imports, missing } = readImports(name, fact, reportHere)
  const children = imports.flatMap((child) => attempt(reportHere, () => scan(child, node, scanning)) ?? [])
  node.imports = withoutTwins(node, children, reportHere)
  node.missing = missing
  return node
}

function readImports(
  module: string,
  fact: ModuleFact,
  report: Report,
): { imports: readonly Import[]; missing: readonly string[] } {
  if (fact.imports.length === 0) return { imports: noItems, missing: noItems }
  const missing: string[] = []
  const imports = fact.imports.flatMap((entry, index) => {
    const position = `imports[${index}]`
    const read = attempt(report, () => readEntry(entry, position, module))
    if (read === undefined) missing.push(`${position} of ${module}`)
    return read ?? []
  })
  return { imports, missing }
}

function readEntry(entry: ImportEntry, position: string, module: string): Import[] {
  if (entry === undefined || entry === null) {
    throw new treeCodes.ALC_ERR_ENTRY_UNDEFINED(position, 'imports', module)
  }
  const where = `${position} of ${module}`
  if (isUse(entry)) {
    if (isPluginFunction(entry.target)) throw misplacedPlugin(entry.target, where)
    if (!isClass(entry.target)) throw notAModule(position, module, entry.target)
    return [{ Class: entry.target, options: entry.options, where }]
  }
  if (isPluginFunction(entry)) throw misplacedPlugin(entry, where)
  if (isClass(entry)) return [{ Class: entry, options: noOptions, where }]
  if (!isThunk(entry)) throw notAModule(position, module, entry)

  const late = callThunk(entry, position, module)
  if (!isList(late)) return readEntry(late, `${position}()`, module)
  return late.flatMap((inner, index) => readEntry(inner, `${position}()[${index}]`, module))
}

function callThunk(thunk: ImportThunk, position: string, module: string): ReturnType<ImportThunk> {
  try {
    return thunk()
  } catch (cause) {
    throw causedBy(new treeCodes.ALC_ERR_THUNK_FAILED(position, module, messageOf(cause)), cause)
  }
}

/** The error of a class that is not a module. If it has another decorator, it belongs to another list. */
function notDecorated({ Class, where }: Import): Error {
  const ofNest = nestHint(Class)
  const hintOfNest = ofNest === null || where === rootPlace ? ofNest : `${ofNest}${ofPackage(className(Class))}`
  const hint = otherCopyHint(Class) ?? hintOfNest
  return misplacedClass(Class, where) ?? new moduleCodes.ALC_ERR_MODULE_UNDECORATED(className(Class), where, hint)
}

function notAModule(position: string, module: string, got: unknown): Error {
  const expected =
    'a class with @Module, use(Class, options), or a function that returns these. A plugin function goes into "plugins"'
  const awaited = `its result, which you await before bootstrap${ofPackage('it')}`
  const other = { got: describeValue(got), instead: isThenable(got) ? awaited : expected }
  const { got: given, instead } = nestEntry(got) ?? other
  return new treeCodes.ALC_ERR_ENTRY_INVALID(position, module, given, instead)
}

/** Whether a function is a plugin: functions in `imports` have no parameters, and nothing marks them. */
function isPluginFunction(entry: unknown): boolean {
  if (!isCallable(entry)) return false
  if (isClass(entry) && isDecorated(entry)) return false // a compiler may write a class as a function
  return entry.length > 0 || isMarkedAsPlugin(entry) || isAsyncFunction(entry) // import() works in no list
}

function misplacedPlugin(plugin: unknown, where: string): Error {
  const name = readPluginName(plugin)
  return new treeCodes.ALC_ERR_ENTRY_MISPLACED(name, where, 'a plugin function', 'plugins')
}

function refuseCycle(Class: Class, parent: ModuleNode | null): void {
  let above = parent
  while (above !== null && above.Class !== Class) above = above.parent
  if (above === null) return
  const path = [Class]
  for (let node = parent; node !== null && node !== above; node = node.parent) path.unshift(node.Class)
  throw new treeCodes.ALC_ERR_MODULE_CYCLE(circle([Class, ...path].map(className)))
}

/** Refuses the same class twice in one list: the two contexts are equal, unless a prefix distinguishes their routes. */
function withoutTwins(parent: Draft, children: readonly ModuleNode[], report: Report): readonly ModuleNode[] {
  if (children.length === 0) return noItems
  const seen = new Map<Class, Set<string>>()
  return children.filter((child) => {
    const { Class, name, prefix, options } = child
    if (typeof options === 'function') return true
    const prefixes = seen.get(Class) ?? new Set<string>()
    const isTwin = prefixes.has(prefix)
    if (isTwin) report(new treeCodes.ALC_ERR_MODULE_TWICE(name, parent.name, child))
    seen.set(Class, prefixes.add(prefix))
    return !isTwin
  })
}

function isThunk(entry: unknown): entry is ImportThunk {
  return typeof entry === 'function'
}
