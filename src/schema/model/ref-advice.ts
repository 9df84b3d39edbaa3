import { pointerTo, stepsOf } from '../../support/json-pointer.js'
import { didYouMean, nearMisses } from '../../support/near-miss.js'
import { isPlainObject } from '../../support/values.js'
import { isAnnotation } from '../keywords/table.js'
import { isOnlyNote } from './copy-schema.js'
import { type Located, type Resource, type SchemaDocuments, splitRef } from './schema-documents.js'
import { schemasIn } from './walk.js'

/** A context that declares a shared schema. */
export interface SchemaOwner {
  readonly path: string
  readonly isModule: boolean
}

interface RefAdviceParts {
  documents: SchemaDocuments
  findElsewhere: (id: string) => readonly SchemaOwner[]
}

/** The reason why a `$ref` has no target, and the fix. */
export function explainRef(ref: string, from: Resource, parts: RefAdviceParts): string {
  const { id, fragment } = splitRef(ref)
  const resource = id === '' ? from : parts.documents.resource(id, from)
  return resource === null ? explainId(id, parts) : explainFragment(fragment, resource, parts.documents.ids)
}

/** The message of ajv for a `$ref` without a target, which the drop-in repeats. */
export function textOfAjv(ref: string, { resource }: Located): string {
  const id: unknown = Object(resource.root).$id
  return `can't resolve reference ${ref} from id ${typeof id === 'string' ? id : '#'}`
}

/** The message of fast-json-stringify for it. */
export function textOfJsonLibrary(ref: string, { resource }: Located, documents: SchemaDocuments): string {
  const { id, fragment } = splitRef(ref)
  if (id === '' || documents.resource(id, resource) !== null) return `Cannot find reference "${ref}"`
  return `Cannot resolve ref "${id}#${fragment}". Schema with id "${id}" is not found.`
}

/**
 * The annotation that contains the target of a `$ref`; `null`: none. Validators get a schema without its annotations.
 *
 * @param isMeant whether a keyword of this name has a meaning for the validator
 */
export function annotationAround({ resource, pointer }: Located, isMeant: (keyword: string) => boolean): string | null {
  if (!stepsOf(pointer).some(isAnnotation)) return null // true for most: a document may have thousands of `$ref`s
  const leads = (at: string) => `${pointer}/`.startsWith(`${at}/`)
  const find = (schema: unknown, at: string): string | null => {
    if (!isPlainObject(schema)) return null
    const keyword = Object.keys(schema).find((each) => leads(pointerTo(at, each)))
    if (keyword === undefined) return null
    if (isOnlyNote(keyword, schema[keyword]) && !isMeant(keyword)) return keyword
    const inner = schemasIn(schema).find((step) => leads(pointerTo(at, step.keyword, step.name)))
    return inner === undefined ? null : find(inner.schema, pointerTo(at, inner.keyword, inner.name))
  }
  return find(resource.document.root.root, '')
}

function explainId(id: string, parts: RefAdviceParts): string {
  const owners = parts.findElsewhere(id)
  const [owner] = owners
  if (owner !== undefined) {
    const paths = owners.map(({ path }) => path).join(' and ')
    const declared = owners.length === 1 ? `declares "${id}" and is not above` : `declare "${id}" and are not above`
    const wrap = owner.isModule
      ? `${owner.path} with @PluginWrapped()`
      : `the plugin ${owner.path} with pluginWrapper()`
    const above = owner.isModule ? 'a module' : 'a context'
    return `${paths} ${declared}. Move the schema up to ${above} above both, or wrap ${wrap}`
  }
  const near = nearMisses(id, parts.documents.ids)
  if (near.length > 0) return `No shared schema "${id}" is visible here: ${didYouMean(near)}`
  const { ids } = parts.documents
  const visible = ids.length === 0 ? 'there are none' : `there are ${listed(ids)}`
  return `No shared schema "${id}" is visible here (${visible}). Add it with addSchema, or in "schemas" of the module`
}

function explainFragment(fragment: string, resource: Resource, ids: readonly string[]): string {
  const where = resource.id === '' ? 'This schema' : `The schema "${resource.id}"`
  if (!fragment.startsWith('/')) {
    const names = [...resource.anchors.keys()]
    const near = nearMisses(fragment, names)
    const hint = near.length > 0 ? `: ${didYouMean(near)}` : `. Add "$id": "#${fragment}" to that schema`
    return `${where} has no part with "$id": "#${fragment}"${hint}`
  }
  const { keyword, name, names } = lastStep(fragment, resource.root)
  const near = nearMisses(name, names)
  const there = names.length === 0 ? 'there is nothing' : `there are ${listed(names)}`
  const last = stepsOf(fragment).at(-1) ?? ''
  if (ids.includes(last))
    return `${where} has no schema at "${fragment}". Write "${last}#" for the shared schema "${last}"`
  const hint = near.length > 0 ? didYouMean(near) : there
  return `${where} has no schema at "${fragment}". Under "${keyword}" ${hint}`
}

/** The place where the pointer leaves the schema: the missing name, and the existing names. */
function lastStep(fragment: string, root: unknown): { keyword: string; name: string; names: string[] } {
  let value = root
  let keyword = '#'
  for (const name of stepsOf(fragment)) {
    if (!isPlainObject(value)) return { keyword, name, names: [] }
    if (!Object.hasOwn(value, name)) return { keyword, name, names: Object.keys(value) }
    value = value[name]
    keyword = name
  }
  return { keyword, name: '', names: [] }
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 8).map((name) => `"${name}"`)
  return names.length > shown.length ? `${shown.join(', ')} and ${names.length - shown.length} more` : shown.join(', ')
}
