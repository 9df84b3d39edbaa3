#!/usr/bin/env node
// The program `alcove`.
import { loadApplication } from './load-application.js'
import { run } from './program.js'
import { askLine } from './terminal.js'

const { stdin, stdout, stderr, env } = process
const ask = stdin.isTTY && stdout.isTTY ? askLine : null
process.exitCode = await run(process.argv.slice(2), {
  stdout,
  stderr,
  env,
  cwd: process.cwd(),
  load: loadApplication,
  ask,
})
