import { hookNames, isLifecycleHook } from '../../lifecycle/hook-names.js'
import { typeNames } from '../../schema/keywords/values.js'
import { isResponseKey } from '../../schema/model/route-schema.js'
import { isStandardSchema } from '../../standard/standard-schema.js'
import { writtenParts } from '../../support/request-parts.js'
import { isRecord } from '../../support/values.js'
import { both, type Instead, table } from './misplaced-options.js'

/** An option of a route that has its effect elsewhere. */
export interface MisplacedOption extends Instead {
  readonly name: string
}

/**
 * The options of a route that have an effect only elsewhere. Their values decide, because a plugin may read an option of
 * the same name.
 */
export function misplacedRouteOptions(options: object): MisplacedOption[] {
  return Object.entries(options).flatMap(([name, value]): MisplacedOption[] => {
    const instead = Object.hasOwn(misplaced, name) ? misplaced[name] : undefined
    return instead?.is(value) ? [{ name, core: instead.core, modules: instead.modules }] : []
  })
}

interface Misplaced extends Instead {
  readonly is: (value: unknown) => boolean
}

const isText = (value: unknown) => typeof value === 'string'
const isFunction = (value: unknown) => [value].flat().some((each) => typeof each === 'function')

const misplaced: Readonly<Record<string, Misplaced>> = {
  ...table(['version', 'host'], (name) => ({ is: isText, ...both(`Write constraints: { ${name}: … }`) })),
  ...table(writtenParts, (name) => ({
    is: name === 'response' ? isResponses : isSchema,
    core: `Write schema: { ${name}: … }`,
    modules: `Write schema: { ${name}: … }, or @Schema on the method`,
  })),
  ...table(['guard', 'guards'], () => ({
    is: isFunction,
    core: 'Write preHandler: … with a hook that throws',
    modules: 'Write @Guard once for each',
  })),
  ...table(
    hookNames.filter((name) => !isLifecycleHook(name)),
    (name) => ({
      is: isFunction,
      core: `It does not run for one route. Write addHook('${name}', fn)`,
      modules: `It does not run for one route. Write @Hook('${name}') on a method of a module`,
    }),
  ),
}

/** Whether a value is a schema, or the short form of one: then each of its values is a schema. */
function isSchema(value: unknown): boolean {
  if (isStandardSchema(value)) return true
  if (!isRecord(value)) return false
  const { type, $ref, properties } = value
  if (typeNames.some((name) => name === type) || typeof $ref === 'string' || isRecord(properties)) return true
  const parts = Object.values(value)
  return parts.length > 0 && parts.every(isRecord)
}

/** Whether a value has schemas by status. */
function isResponses(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).some(isResponseKey)
}
