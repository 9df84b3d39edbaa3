import { createRequire } from 'node:module'
import { createServer, type Instance, type SharedSchema } from 'alcove/core'
import { expect } from 'chai'
import { readEngineOptions } from '#dist/schema/engines/engine-options.js'
import { readPage } from '../docs/markdown.js'
import { groupsOf, isSuiteHere, reached, remotesOf, type Schema, type SuiteGroup } from './json-schema-suite.js'

const require = createRequire(import.meta.url)

const byLibrary = [
  { draft: 'draft6', version: 6, dialect: 'draft-07' },
  { draft: 'draft7', version: 6, dialect: 'draft-07' },
  { draft: 'draft7', version: 8, dialect: 'draft-07' },
  { draft: 'draft2019-09', version: 8, dialect: '2019-09' },
  { draft: 'draft2020-12', version: 8, dialect: '2020-12' },
] as const
type Run = (typeof byLibrary)[number] & { judges: 'the library' | 'native code' }
const runs: readonly Run[] = [
  ...byLibrary.map((run) => ({ ...run, judges: 'the library' as const })),
  ...byLibrary.map((run) => ({ ...run, judges: 'native code' as const })),
]

/**
 * The suite is about validation alone: nothing is converted, removed or filled in, and formats are annotations. The
 * library needs options for that; with them it validates all groups.
 */
function customOptions({ version, judges }: Run): Record<string, unknown> {
  const pure = { coerceTypes: false, removeAdditional: false, useDefaults: false }
  if (judges === 'native code') return pure
  return version === 6
    ? { ...pure, format: false, unknownFormats: 'ignore', extendRefs: 'ignore' }
    : { ...pure, validateFormats: false }
}

function create(run: Run): Instance {
  const { version, dialect } = run
  // The suite has bodies that hold the names of prototypes.
  return createServer({
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    validatorengine: { version, dialect, customOptions: customOptions(run) },
  })
}

function addShared(server: Instance, schema: Schema, $id: string): void {
  if (typeof schema === 'boolean') return
  server.addSchema({ ...schema, $id })
  const isElsewhere = typeof schema.$id === 'string' && schema.$id !== $id && /^\w+:/.test(schema.$id)
  if (isElsewhere) server.addSchema(schema as SharedSchema) // it has an $id, as was just seen
}

/** Whether the tests of a group, whose schema is that of the route, have the expected results. */
async function passes(server: Instance, url: string, { tests }: SuiteGroup): Promise<boolean> {
  const headers = { 'content-type': 'application/json' }
  for (const { data, valid } of tests) {
    const { statusCode } = await server.inject({ method: 'POST', url, headers, payload: JSON.stringify(data) })
    if (statusCode !== (valid ? 200 : 400)) return false
  }
  return true
}

/** Its schema becomes a shared one, since at a route `{ items: {} }` is a short form. */
function addGroup(server: Instance, url: string, { schema }: SuiteGroup): void {
  const $id = typeof schema === 'object' && /^(?!#)./.test(schema.$id ?? '') ? String(schema.$id) : `urn:suite:${url}`
  if (typeof schema === 'object') server.addSchema({ ...schema, $id })
  const body = typeof schema === 'object' ? { $ref: $id.includes('#') ? $id : `${$id}#` } : schema
  server.post(url, { schema: { body } }, () => 'valid')
}

/** Those of some groups that have other results than expected, in one server. */
async function failedOf(
  run: Run,
  groups: readonly SuiteGroup[],
  remotes: ReadonlyMap<string, Schema>,
): Promise<readonly SuiteGroup[]> {
  const server = create(run)
  try {
    for (const { schema } of groups)
      for (const [address, remote] of reached(schema, remotes)) addShared(server, remote, address)
    if (run.draft === 'draft6') server.addSchema(require('ajv6/lib/refs/json-schema-draft-06.json'))
    for (const [index, group] of groups.entries()) addGroup(server, `/${index}`, group)
    await server.ready()
    const failed: SuiteGroup[] = []
    for (const [index, group] of groups.entries()) if (!(await passes(server, `/${index}`, group))) failed.push(group)
    return failed
  } catch {
    if (groups.length === 1) return groups // a boot error
  } finally {
    await server.close()
  }
  const half = groups.length >> 1
  return [
    ...(await failedOf(run, groups.slice(0, half), remotes)),
    ...(await failedOf(run, groups.slice(half), remotes)),
  ]
}

/** Groups that share a server: those of a file. A schema that is named or reaches another file has a server alone. */
function serversOf(groups: readonly SuiteGroup[], remotes: ReadonlyMap<string, Schema>): readonly SuiteGroup[][] {
  const isAlone = ({ schema }: SuiteGroup) =>
    /"\$?(?:id|anchor|\w+Anchor)":/.test(JSON.stringify(schema)) || reached(schema, remotes).size > 0
  const ofFiles = new Map<string, SuiteGroup[]>()
  for (const group of groups.filter((group) => !isAlone(group)))
    ofFiles.set(group.file, [...(ofFiles.get(group.file) ?? []), group])
  return [...groups.filter(isAlone).map((group) => [group]), ...ofFiles.values()]
}

/** Without those options formats are not annotations, and version 6 reads the keywords beside a `$ref`. */
function isMeant({ version, judges }: Run, { schema, description }: SuiteGroup): boolean {
  if (judges === 'the library') return true
  const ignoresSiblings = version === 6 && description === 'ref overrides any sibling keywords'
  return !ignoresSiblings && !JSON.stringify(schema).includes('"format":')
}

function nameOf({ draft, version }: Run, { file, description }: SuiteGroup): string {
  return `${draft}, version ${version}: ${file}, ${description}`
}

async function listedExceptions({ judges }: Run): Promise<string[]> {
  const { text } = await readPage('docs/internals/json-schema-suite.md')
  const rows = text.split('\n').filter((line) => line.startsWith('| draft'))
  return rows.flatMap((row) => {
    const [, draft, version, file, group, reason] = row.split(/(?<!\\)\|/).map((cell) => cell.trim())
    expect(reason, row).to.not.equal('')
    if (judges === 'native code' && reason?.startsWith('ajv alone:')) return []
    return [`${draft}, version ${version}: ${file}, ${group?.replaceAll('`', '').replaceAll('\\|', '|')}`]
  })
}

describe('the JSON Schema Test Suite, through HTTP,', function () {
  this.timeout(300_000)

  before(async function () {
    if (await isSuiteHere()) return
    console.log('      skipped: there is no suite; JSON_SCHEMA_TEST_SUITE names a checkout of it')
    this.skip()
  })

  for (const run of runs) {
    it(`passes for ${run.draft} with version ${run.version}, validated by ${run.judges}, except for the listed exceptions`, async () => {
      const { isNative } = readEngineOptions({
        version: run.version,
        dialect: run.dialect,
        customOptions: customOptions(run),
      })
      expect(isNative).to.equal(run.judges === 'native code')
      const remotes = await remotesOf(run.draft)
      const groups = (await groupsOf(run.draft)).filter((group) => isMeant(run, group))
      expect(groups.length).to.be.above(150)
      const failed: string[] = []
      for (const some of serversOf(groups, remotes))
        failed.push(...(await failedOf(run, some, remotes)).map((group) => nameOf(run, group)))
      const listed = (await listedExceptions(run)).filter((name) =>
        name.startsWith(`${run.draft}, version ${run.version}:`),
      )
      expect(failed).to.have.members(listed)
    })
  }
})
