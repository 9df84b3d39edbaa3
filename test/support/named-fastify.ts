import { mkdir, mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inRepository, repository } from './repository.js'

/**
 * A folder whose `node_modules` has the packages of this repository, with another package under the name `fastify`.
 *
 * @param more a folder of packages to add if this repository has no package of the name
 */
export async function createFolder(fastify: string, more?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-named-fastify-'))
  const packages = join(folder, 'node_modules')
  await mkdir(packages, { recursive: true })
  const linked = new Set(['fastify', 'alcove'])
  for (const from of [inRepository('node_modules'), ...(more === undefined ? [] : [more])]) {
    for (const name of await packagesIn(from)) {
      if (linked.has(name)) continue
      linked.add(name)
      await mkdir(dirname(join(packages, name)), { recursive: true })
      await symlink(join(from, name), join(packages, name))
    }
  }
  await symlink(fastify, join(packages, 'fastify'))
  await symlink(repository, join(packages, 'alcove'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  return folder
}

async function packagesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'))
  const each = names.map(async (name) =>
    name.startsWith('@') ? (await readdir(join(folder, name))).map((part) => join(name, part)) : [name],
  )
  return (await Promise.all(each)).flat()
}
