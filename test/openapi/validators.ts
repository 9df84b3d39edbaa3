import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'

/** A package of its own: these programs need an older TypeScript than ours. `.ci/run` installs it. */
export const tools = inRepository('test', 'openapi', 'tools')

/** Skips a test with a reason if the tools are not installed. */
export function needTools(test: Mocha.Context): void {
  if (existsSync(`${tools}/node_modules`)) return
  console.log('      skipped: the tools are not installed; npm --prefix test/openapi/tools ci installs them')
  test.skip()
}

/**
 * Expects that two validators and a linter find no error in a document. The second validator runs only if the tools are
 * installed.
 */
export async function expectValid(document: object): Promise<void> {
  expect(await new Validator().validate(structuredClone(document) as never)).to.deep.include({ valid: true })
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
  const errors = problems.filter(({ severity }) => severity === 'error')
  expect(errors.map(({ ruleId, message }) => `${ruleId}: ${message}`)).to.deep.equal([])
  if (existsSync(`${tools}/node_modules`)) expect(await validateByReadme(document)).to.deep.include({ valid: true })
}

async function validateByReadme(document: object): Promise<object> {
  const entry = pathToFileURL(`${tools}/node_modules/@readme/openapi-parser/dist/index.js`).href
  const { validate } = (await import(entry)) as { validate(document: object): Promise<object> }
  return validate(structuredClone(document))
}
