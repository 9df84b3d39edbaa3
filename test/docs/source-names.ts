import { readdir, readFile } from 'node:fs/promises'
import { inRepository } from '../support/repository.js'

// Reads the declarations of the sources as text: the compiler of this repository has no interface for them.

/** The names of the members of an interface: its own, not those that it extends. */
export async function membersOf(file: string, name: string): Promise<readonly string[]> {
  const source = await readFile(inRepository(file), 'utf8')
  const body = new RegExp(`^export interface ${name}\\b[\\s\\S]*?\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(source)?.[1]
  if (body === undefined) throw new Error(`${file} declares no interface ${name}`)
  const members = body.matchAll(/^ {2}(?:readonly )?([A-Za-z]\w*)\??[(<:]/gm)
  return [...new Set([...members].map((match) => match[1] ?? ''))]
}

/** The names of the types that an entry of the package exports. */
export async function typesOf(entry: string): Promise<readonly string[]> {
  const source = await readFile(inRepository(entry), 'utf8')
  const whole = [...source.matchAll(/^export (?:type )?\* from '\.\/([^']+)\.js'/gm)].map((match) => match[1] ?? '')
  const reached = await Promise.all(whole.map((module) => declaredIn(`src/${module}.ts`)))
  return [...new Set([...namedTypes(source), ...reached.flat()])]
}

async function declaredIn(file: string): Promise<readonly string[]> {
  const source = await readFile(inRepository(file), 'utf8')
  if (/^export (?:type )?\*/m.test(source)) return typesOf(file)
  return [...source.matchAll(/^export (?:interface|type) (\w+)/gm)].map((match) => match[1] ?? '')
}

/** `export type { A, B as C }` and `export { type A }`. */
function namedTypes(source: string): readonly string[] {
  return [...source.matchAll(/^export (type )?\{([^}]*)\} from/gm)].flatMap(([, isType, list = '']) =>
    list
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '' && (isType !== undefined || entry.startsWith('type ')))
      .map((entry) => entry.replace(/^type /, '').replace(/^\w+ as /, '')),
  )
}

/** Paths of the test files, from the root of the repository. */
export async function testFiles(): Promise<readonly string[]> {
  const names = await readdir(inRepository('test'), { recursive: true })
  return names.filter((name) => name.endsWith('.ts')).map((name) => `test/${name.replaceAll('\\', '/')}`)
}
