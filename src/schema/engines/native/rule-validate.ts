// Hot path: runs over every part of a request whose schema is compiled to rules.
import type { SchemaFailure } from '../../../contracts/schema.js'
import { NamedCode, runAllCode } from '../../emit/code-batch.js'
import { type Judge, type Judged, judgings, takeFailure } from '../../emit/runtime.js'
import { RootHolder } from '../../validation/root-holder.js'
import type { RawValidate } from '../validator-version.js'
import { type RuleUnit, unitsBelow } from './rule-units.js'

const own = ['fail', 'called', 'formats']
const ruleCode = { 6: new NamedCode(judgings[6], own), 8: new NamedCode(judgings[8], own) } as const

/** Compiles rules, and all that they call: at the end of the boot, or when they are needed. */
export function compileRules(unit: RuleUnit): RawValidate {
  for (const each of unitsBelow(unit)) if (!each.isAdded) add(each)
  return createRuleValidate(unit)
}

function add(unit: RuleUnit): void {
  const { code, told, called, options } = unit
  const { version, formats } = options
  const fail = judgings[version].failing(() => told)
  unit.isAdded = true
  ruleCode[version].add(code, [fail, called, formats], (made) => {
    unit.judge = made as Judge // so it is written
  })
}

const nowhere = new RootHolder()

export function createRuleValidate(judged: Judged): RawValidate {
  return {
    run: (data, holder) => (judged.judge ?? judgeOf(judged))(data, holder ?? nowhere, 'value'),
    errors: takeFailures,
  }
}

function judgeOf(judged: Judged): Judge {
  runAllCode()
  return judged.judge! // it has been added
}

function takeFailures(): SchemaFailure[] | null {
  const failure = takeFailure()
  return failure === null ? null : [failure]
}
