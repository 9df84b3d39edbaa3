// Hot path: these functions run over values that clients send.

/**
 * The functions that coerce a value of another type. They return `undefined` for a value that they cannot coerce.
 */
export const coercions = { toText, toNumber, toWhole, toFinite, toInteger, toFlag, toNull, toList, first, only }

function toText(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return value === null ? '' : undefined
}

function toNumber(value: unknown): unknown {
  if (typeof value === 'boolean' || value === null) return Number(value)
  if (typeof value !== 'string' || value === '') return undefined
  const number = Number(value)
  return Number.isNaN(number) ? undefined : number
}

function toWhole(value: unknown): unknown {
  const number = toNumber(value)
  return typeof number === 'number' && !(number % 1) ? number : undefined
}

function toFinite(value: unknown): unknown {
  const number = toNumber(value)
  return Number.isFinite(number) ? number : undefined
}

function toInteger(value: unknown): unknown {
  const number = toNumber(value)
  return Number.isInteger(number) ? number : undefined
}

function toFlag(value: unknown): unknown {
  if (value === 'false' || value === 0 || value === null) return false
  return value === 'true' || value === 1 ? true : undefined
}

function toNull(value: unknown): unknown {
  return value === '' || value === 0 || value === false ? null : undefined
}

function toList(value: unknown): unknown {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isScalar || value === null ? [value] : undefined
}

/** The first result of the coercions that is not `undefined`. */
function first(value: unknown, ...ways: readonly ((value: unknown) => unknown)[]): unknown {
  for (const way of ways) {
    const result = way(value)
    if (result !== undefined) return result
  }
  return undefined
}

/** The item of a list of one. Any other value stays. */
function only(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value
}
