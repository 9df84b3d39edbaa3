// Hot path: runs over every part of a request whose schema is compiled to rules.
import type { SchemaFailure } from '../../contracts/schema.js'
import { NamedCode } from '../named-code.js'
import { RootHolder } from '../root-holder.js'
import type { RawValidate } from '../validator-version.js'
import { type Judge, judgings, takeFailure } from './judging.js'
import { type RuleUnit, unitsBelow } from './rule-units.js'

/** Compiles rules, and all that they call. */
export function compileRules(unit: RuleUnit): RawValidate {
  for (const each of unitsBelow(unit)) each.judge ??= compile(each)
  return createRuleValidate(unit.judge!) // just made
}

const ruleCode = new NamedCode([...Object.keys(judgings[8]), 'fail', 'called', 'formats'])
const given = { 6: Object.values(judgings[6]), 8: Object.values(judgings[8]) } as const

function compile({ code, told, called, options }: RuleUnit): Judge {
  const { version, formats } = options
  const fail = judgings[version].failing(() => told)
  return ruleCode.run(code, [...given[version], fail, called, formats]) as Judge // so it is written
}

const nowhere = new RootHolder()

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
