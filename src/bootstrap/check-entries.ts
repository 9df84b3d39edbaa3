import type { Plugin } from '../contracts/plugin.js'
import type { UseOf } from '../decorators/facts.js'
import { treeCodes } from '../errors/tree-codes.js'
import { describeValue, isThenable } from '../support/values.js'
import type { ModuleNode } from './module-node.js'

/** Refuses what the core could not take, while it is known which module lists it. */
export function checkEntries(module: ModuleNode): void {
  checkPlugins(module)
  checkSchemas(module)
}

function checkPlugins({ fact, name }: ModuleNode): void {
  fact.plugins.forEach((entry: unknown, index) => {
    const position = `plugins[${index}]`
    if (entry === undefined) throw new treeCodes.ALC_ERR_ENTRY_UNDEFINED(position, 'plugins', name)
    if (isPlugin(isUseOfPlugin(entry) ? entry.target : entry)) return
    const expected = 'a plugin function, or use(plugin, options)'
    throw new treeCodes.ALC_ERR_ENTRY_INVALID(position, name, describeValue(entry), expected)
  })
}

/** Whether an entry of `plugins` is one with options. */
export function isUseOfPlugin(entry: unknown): entry is UseOf<Plugin> {
  return typeof entry === 'object' && entry !== null && 'kind' in entry && entry.kind === 'use'
}

/** A function, a module with one as its default, or the promise of one. */
function isPlugin(entry: unknown): boolean {
  if (typeof entry === 'function' || isThenable(entry)) return true
  return typeof entry === 'object' && entry !== null && 'default' in entry && isPlugin(entry.default)
}

function checkSchemas({ fact, name }: ModuleNode): void {
  fact.schemas.forEach((schema: unknown, index) => {
    const position = `schemas[${index}]`
    if (schema === undefined) throw new treeCodes.ALC_ERR_ENTRY_UNDEFINED(position, 'schemas', name)
    const isObject = typeof schema === 'object' && schema !== null
    if (isObject && '$id' in schema && typeof schema.$id === 'string' && schema.$id !== '') return
    const given = isObject ? 'a schema without "$id"' : describeValue(schema)
    const expected = 'a schema with the "$id" by which others name it: shared($id, schema)'
    throw new treeCodes.ALC_ERR_ENTRY_INVALID(position, name, given, expected)
  })
}
