import { schemaCodes } from '../../errors/schema-codes.js'
import { describeValue, isRecord } from '../../support/values.js'

/** The names that a version of ajv takes. */
const names = { 6: /^[a-z_$][a-z0-9_$-]*$/i, 8: /^[a-z_$][a-z0-9_$:-]*$/i } as const

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
  }
}

function checkFunctions(definition: Readonly<Record<string, unknown>>, place: string): void {
  for (const name of ['validate', 'compile', 'macro', 'code']) {
    const given = definition[name]
    if (given !== undefined && typeof given !== 'function') refuse(`${place}.${name}`, `is ${describeValue(given)}`)
  }
}

function refuse(place: string, problem: string): never {
  throw new schemaCodes.ALC_ERR_VALIDATOR_KEYWORDS(place, problem)
}
