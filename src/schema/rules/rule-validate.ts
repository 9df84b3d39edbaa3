// Hot path: runs over every part of a request whose schema is compiled to rules.
import type { SchemaFailure } from '../../contracts/schema.js'
import type { RawValidate } from '../validator-version.js'
import type { Format } from './formats.js'
import { type Judge, type Judging, judgings, takeFailure } from './judging.js'
import type { RuleOptions } from './rule-options.js'
import { type RuleUnit, unitsBelow } from './rule-units.js'

/** What compiled rules call each other by. */
export type Called = readonly { judge: Judge | null }[]

/** The code of rules as a function. */
export type JudgeMaker = (judging: Judging, called: Called, formats: () => ReadonlyMap<string, Format>) => Judge

/** The names that the code of rules uses for what it is called with. */
export const judgingNames: readonly string[] = Object.keys(judgings[8])

/** Compiles rules, and all that they call. */
export function compileRules(unit: RuleUnit, { version, formats }: RuleOptions): RawValidate {
  for (const each of unitsBelow(unit)) {
    each.judge ??= compile(each.code)(judgings[version], each.called, formats)
  }
  return createRuleValidate(unit.judge!) // just made
}

function compile(code: string): JudgeMaker {
  const names = judgingNames.join(', ')
  return new Function(
    'judging',
    'called',
    'formats',
    `'use strict'\nconst { ${names} } = judging\n${code}`,
  ) as JudgeMaker // so it is written
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
