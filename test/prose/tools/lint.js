#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { countOf, findProblems } from './problems.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', multiple: true }, count: { type: 'boolean', default: false } },
})
const problems = await findProblems(positionals, values.only)
if (!values.count) for (const problem of problems) console.log(problem)
console.log(countOf(problems))
process.exitCode = problems.length === 0 ? 0 : 1
