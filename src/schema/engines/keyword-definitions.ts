import { schemaCodes } from '../../errors/schema-codes.js'
import { describeValue, isRecord } from '../../support/values.js'
import { draft7Keywords } from '../keywords/table.js'

/** The names that a version of ajv takes. */
const names = { 6: /^[a-z_$][a-z0-9_$-]*$/i, 8: /^[a-z_$][a-z0-9_$:-]*$/i } as const

/** Keywords that a version of ajv defines itself, besides those of draft 7. */
const further: Readonly<Record<6 | 8, ReadonlySet<string>>> = {
  6: new Set(['$async', '$data', 'id', 'nullable']),
  8: new Set(['$async', '$defs', '$vocabulary', 'contentSchema', 'deprecated', 'id', 'nullable']),
}

/** The names of the keywords in the option `customOptions.keywords` that check values. The option has been checked. */
export function checkingKeywords(keywords: unknown): readonly string[] {
  const given: readonly unknown[] = Array.isArray(keywords)
    ? keywords
    : Object.entries(Object(keywords)).map(([keyword, definition]) => ({ ...Object(definition), keyword }))
  return given.flatMap((entry) => {
    const isChecking = isRecord(entry) && Object.values(entry).some((member) => typeof member === 'function')
    return isChecking ? [entry.keyword].flat().map(String) : []
  })
}

/**
 * Checks the option `customOptions.keywords`, where ajv would name neither the option nor the entry, or ignore the entry.
 *
 * @throws ALC_ERR_VALIDATOR_KEYWORDS
 */
export function checkKeywords(keywords: unknown, version: 6 | 8): void {
  if (keywords === undefined || keywords === null) return
  const given = new Set<unknown>()
  if (Array.isArray(keywords)) keywords.forEach(checkEntry)
  else if (isRecord(keywords)) Object.entries(keywords).forEach(checkMember)
  else refuse('', `is ${describeValue(keywords)}`)

  function checkEntry(entry: unknown, index: number): void {
    const place = `[${index}]`
    if (typeof entry === 'string') checkName(entry, place)
    else if (!isRecord(entry)) refuse(place, `is ${describeValue(entry)}`)
    else if (entry.keyword === undefined) refuse(place, 'has no name in "keyword"')
    else {
      for (const name of [entry.keyword].flat()) checkName(name, `${place}.keyword`)
      checkFunctions(entry, place)
    }
  }

  function checkMember([name, definition]: [string, unknown]): void {
    checkName(name, '')
    if (isRecord(definition)) checkFunctions(definition, `.${name}`)
    // Version 6 takes a name without a definition for an annotation.
    else if (version === 8 || definition) refuse(`.${name}`, `is ${describeValue(definition)}`)
  }

  function checkName(name: unknown, place: string): void {
    if (typeof name !== 'string') refuse(place, `is ${describeValue(name)}`)
    if (!names[version].test(name)) refuse(place, `has the name ${describeValue(name)}, which no keyword can have`)
    const isDefined = draft7Keywords.has(name) || further[version].has(name)
    if (isDefined) refuse(place, `defines "${name}", which the validator defines itself`, 'Remove it, or rename it')
    if (given.has(name)) refuse(place, `defines "${name}" a second time`, 'Remove one definition')
    given.add(name)
  }
}

const form =
  "Give a list of definitions such as { keyword: 'even', validate: (schema, data) => data % 2 === 0 }. Or give an object of definitions by their names"

function checkFunctions(definition: Readonly<Record<string, unknown>>, place: string): void {
  for (const name of ['validate', 'compile', 'macro', 'code']) {
    const given = definition[name]
    if (given !== undefined && typeof given !== 'function') refuse(`${place}.${name}`, `is ${describeValue(given)}`)
  }
}

function refuse(place: string, problem: string, way = form): never {
  throw new schemaCodes.ALC_ERR_VALIDATOR_KEYWORDS(place, problem, way)
}
