import { pointerTo } from '../keywords/table.js'
import { Unruled } from './unsupported.js'

/** Where the code of rules finds a value. */
export interface Place {
  /** The variable that holds it. */
  value: string
  /** What it stands in, and under which key, as code; there it is replaced when it is coerced. */
  parent: string
  key: string
  /** The step from the value that the function judges to this one, as code; `null`: it is that one. */
  step: string | null
  /** Where its rules stand in the schema, as failures tell it. */
  schemaPath: string
}

/** The statement that puts a coerced value where it stands. */
export function replaced({ parent, key, value }: Place): string {
  return `${parent}[${key}] = ${value}`
}

/** The value that a function judges. */
export function ownPlace(schemaPath: string): Place {
  return { value: 'input', parent: 'parent', key: 'key', step: null, schemaPath }
}

/** A property that a schema names. */
export function propertyPlace(name: string, around: Place): Place {
  return {
    value: 'value',
    parent: around.value,
    key: JSON.stringify(name),
    step: JSON.stringify(pointerTo('', name)),
    schemaPath: `${around.schemaPath}/properties${fragment(name)}`,
  }
}

export function itemPlace(around: Place): Place {
  const schemaPath = `${around.schemaPath}/items`
  return { value: 'value', parent: around.value, key: 'index', step: `\`/\${index}\``, schemaPath }
}

/** A property that a schema does not name. */
export function furtherPlace(around: Place): Place {
  const schemaPath = `${around.schemaPath}/additionalProperties`
  return { value: 'value', parent: around.value, key: 'name', step: "pointerTo('', name)", schemaPath }
}

/** A name as a step of a pointer in a URI. */
function fragment(name: string): string {
  try {
    return `/${encodeURIComponent(pointerTo('', name).slice(1))}`
  } catch {
    throw new Unruled() // half a surrogate pair
  }
}
