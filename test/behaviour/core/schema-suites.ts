import { expect } from 'chai'
import { repository } from '../../support/repository.js'
import { runCommand } from '../../support/run-command.js'

const suites = 'build/test/behaviour/core/{spec-1,spec-2,spec-4.2,spec-4.3,spec-4.4,spec-4.6}*.test.js'
const mocha = ['node_modules/mocha/bin/mocha.js', '--no-config', '--reporter', 'dot', '--timeout', '60000', '--exit']

const replySuites = [
  'build/test/behaviour/core/{spec-2.1,spec-2.3,spec-4.3,spec-4.6,spec-6-hooks-payload,spec-7,reply,strict,schema-parts}*.test.js',
  'build/test/schema/{serializer,response,json,references}*.test.js',
]

/** Runs the tests of replies once more, in a process whose servers all serialize with the library. */
export async function expectReplySuitesToHold(): Promise<void> {
  const options = { cwd: repository, env: { ALCOVE_TEST_SERIALIZER: 'fast-json-stringify' } }
  const { status, stdout, stderr } = await runCommand(process.execPath, [...mocha, ...replySuites], options)
  expect(status, stdout + stderr).to.equal(0)
}

/** Runs the tests of schemas once more, in a process whose servers all compile in another way: see `subject.ts`. */
export async function expectSchemaSuitesToHold(how: 'lazy' | 'written' | 'ajv'): Promise<void> {
  const env = how === 'ajv' ? { ALCOVE_TEST_ENGINE: 'ajv' } : { ALCOVE_TEST_COMPILE: how }
  const all = how === 'ajv' ? [suites, 'build/test/schema/*.test.js'] : [suites]
  const { status, stdout, stderr } = await runCommand(process.execPath, [...mocha, ...all], { cwd: repository, env })
  expect(status, stdout + stderr).to.equal(0)
}
