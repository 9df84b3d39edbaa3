// Hot path: runs over every part of a request whose schema is compiled to rules.
import type { SchemaFailure } from '../../contracts/schema.js'
import { runCode } from '../named-code.js'
import { RootHolder } from '../root-holder.js'
import type { RawValidate } from '../validator-version.js'
import { type Judge, judgings, takeFailure } from './judging.js'
import { type RuleUnit, unitsBelow } from './rule-units.js'

/** Compiles rules, and all that they call. */
export function compileRules(unit: RuleUnit): RawValidate {
  for (const each of unitsBelow(unit)) each.judge ??= compile(each)
  return createRuleValidate(unit.judge!) // just made
}

function compile({ code, told, called, options }: RuleUnit): Judge {
  const judging = judgings[options.version]
  const fail = judging.failing(() => told)
  return runCode({ ...judging, fail, called, formats: options.formats }, code) as Judge // so it is written
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
