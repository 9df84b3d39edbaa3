import { mkdir, mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRepository, repository } from './repository.js'

/** A folder whose `node_modules` is ours, with another package under the name `fastify`. */
export async function createFolder(fastify: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-named-fastify-'))
  const packages = join(folder, 'node_modules')
  await mkdir(packages, { recursive: true })
  for (const name of await readdir(inRepository('node_modules'))) {
    if (name.startsWith('.') || name === 'fastify') continue
    const isScope = name.startsWith('@')
    if (isScope) await mkdir(join(packages, name), { recursive: true })
    const names = isScope ? (await readdir(inRepository('node_modules', name))).map((each) => join(name, each)) : [name]
    for (const each of names) await symlink(inRepository('node_modules', each), join(packages, each))
  }
  await symlink(fastify, join(packages, 'fastify'))
  await symlink(repository, join(packages, 'alcove'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  return folder
}
