import type { SchemaFailure } from '../../../contracts/schema.js'
import type { Refusal } from '../../emit/runtime.js'
import { keywordOf } from '../../keywords/table.js'

/** What was refused, as errors in the words of a version of ajv: clients may read them. */
export function errorsOf(refusals: readonly Refusal[], version: 6 | 8): SchemaFailure[] {
  return refusals.map((refusal) => errorOf(refusal, version))
}

function errorOf({ rule, path, found, propertyName }: Refusal, version: 6 | 8): SchemaFailure {
  const [schemaPath, name, asked] = rule
  const text = keywordOf(name)?.error
  const { params, message, keyword = name } = text!(asked as never, version, found) // only those of the table are written
  // The order of names is that of ajv; a plugin's keyword, as ours is, has another.
  const error: SchemaFailure =
    keyword !== name
      ? { keyword, params, message, ...pathOf(path, version), schemaPath }
      : version === 6
        ? { keyword, dataPath: path, schemaPath, params, message }
        : { instancePath: path, schemaPath, keyword, params, message }
  if (propertyName !== null) error.propertyName = propertyName
  return error
}

function pathOf(path: string, version: 6 | 8): Pick<SchemaFailure, 'dataPath' | 'instancePath'> {
  return version === 6 ? { dataPath: path } : { instancePath: path }
}
