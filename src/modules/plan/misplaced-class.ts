import type { Class } from '../../contracts/token.js'
import { treeCodes } from '../../errors/tree-codes.js'
import { ownFacts } from '../decorators/metadata.js'
import { className } from '../decorators/read-facts.js'

/** The error of a class whose decorator puts it into another list; null for a class without such a decorator. */
export function misplacedClass(Class: Class, where: string): Error | null {
  const { module, controller, injectable } = ownFacts(Class)
  const error = (what: string, list: string) =>
    new treeCodes.ALC_ERR_ENTRY_MISPLACED(className(Class), where, what, list)
  if (module !== null) return error('a module', 'imports')
  if (controller !== null) return error('a controller', 'controllers')
  return injectable === null ? null : error('a provider', 'providers')
}
