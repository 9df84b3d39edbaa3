// Hot path: runs over every part of a request whose schema is compiled to rules.
import type { SchemaFailure } from '../../contracts/schema.js'
import type { RawValidate } from '../validator-version.js'
import type { Format } from './formats.js'
import { type Judge, judgings, takeFailure } from './judging.js'
import type { RuleOptions } from './rule-options.js'
import { type RuleUnit, unitsBelow } from './rule-units.js'

/** What compiled rules call each other by. */
export type Called = readonly { judge: Judge | null }[]

/** The code of rules as a function; what all rules call comes first, by its names. */
type JudgeMaker = (called: Called, formats: () => ReadonlyMap<string, Format>, ...given: unknown[]) => Judge

const names = Object.keys(judgings[8])

/** Compiles rules, and all that they call. */
export function compileRules(unit: RuleUnit, { version, formats }: RuleOptions): RawValidate {
  const given = Object.values(judgings[version])
  for (const each of unitsBelow(unit)) each.judge ??= compile(each.code)(each.called, formats, ...given)
  return createRuleValidate(unit.judge!) // just made
}

function compile(code: string): JudgeMaker {
  return new Function('called', 'formats', ...names, `'use strict'\n${code}`) as JudgeMaker // so it is written
}

/** Code in which all that rules call has its name. Within brackets, as the code of serializers is: it is called at once. */
export function rulesWithin(code: string): string {
  return `(function (judging) {\nconst { ${names.join(', ')} } = judging\nreturn ${code}\n})`
}

const nowhere = { value: null }

export function createRuleValidate(judge: Judge): RawValidate {
  return {
    run: (data, holder) => judge(data, holder ?? nowhere, 'value'),
    errors: takeFailures,
  }
}

function takeFailures(): SchemaFailure[] | null {
  const failure = takeFailure()
  return failure === null ? null : [failure]
}
