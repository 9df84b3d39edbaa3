import { access, readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/**
 * The folder of the JSON Schema Test Suite: from Debian's package libtest-json-schema-acceptance-perl, or a checkout.
 */
const folder = process.env.JSON_SCHEMA_TEST_SUITE ?? '/usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance'

export type Schema = boolean | (Record<string, unknown> & { $id?: string })

export interface SuiteGroup {
  file: string
  description: string
  schema: Schema
  tests: readonly { description: string; data: unknown; valid: boolean }[]
}

export async function isSuiteHere(): Promise<boolean> {
  return access(join(folder, 'tests')).then(
    () => true,
    () => false,
  )
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8'))
}

/** The groups of a draft that every validator must pass. The optional groups of the suite are not among them. */
export async function groupsOf(draft: string): Promise<SuiteGroup[]> {
  const names = (await readdir(join(folder, 'tests', draft))).filter((name) => name.endsWith('.json')).sort()
  const files = names.map(async (file) => {
    const groups = await readJson<Omit<SuiteGroup, 'file'>[]>(join(folder, 'tests', draft, file))
    return groups.map((group) => ({ ...group, file }))
  })
  return (await Promise.all(files)).flat()
}

/** The schemas that the suite expects at http://localhost:1234, by their address. */
export async function remotesOf(draft: string): Promise<ReadonlyMap<string, Schema>> {
  const remotes = join(folder, 'remotes')
  const paths = (await readdir(remotes, { recursive: true })).filter((path) => path.endsWith('.json'))
  const own = paths.filter((path) => !/^draft(?!$)/.test(path) || path.startsWith(`${draft}/`))
  return new Map(
    await Promise.all(
      own.map(async (path) => [`http://localhost:1234/${path}`, await readJson<Schema>(join(remotes, path))] as const),
    ),
  )
}

/** The remote schemas that a schema refers to, by the names of their files. */
export function reached(schema: Schema, remotes: ReadonlyMap<string, Schema>): ReadonlyMap<string, Schema> {
  const found = new Map<string, Schema>()
  const seek = (text: string) => {
    for (const [address, remote] of remotes) {
      if (found.has(address) || !text.includes(basename(address))) continue
      found.set(address, remote)
      seek(JSON.stringify(remote))
    }
  }
  seek(JSON.stringify(schema))
  return found
}
