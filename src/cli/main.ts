#!/usr/bin/env node
// The program `alcove`.
import { loadApplication } from './load-application.js'
import { run } from './program.js'

const { stdout, stderr, env } = process
process.exitCode = await run(process.argv.slice(2), { stdout, stderr, env, cwd: process.cwd(), load: loadApplication })
