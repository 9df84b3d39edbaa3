import { readFile } from 'node:fs/promises'
import { filesBelow, inRepository } from '../support/repository.js'

// Reads the declarations of the sources as text: the compiler of this repository has no interface for them.

const member = /^ {2}(?:readonly )?([A-Za-z]\w*)\??[(<:]/

/** The lines between the braces of an interface, or `null` if the source does not declare it. */
function bodyOf(source: string, name: string): readonly string[] | null {
  const body = new RegExp(`^export interface ${name}\\b[\\s\\S]*?\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(source)?.[1]
  return body?.split('\n') ?? null
}

/** The names of the members of an interface: its own, not those that it extends. */
export async function membersOf(file: string, name: string): Promise<readonly string[]> {
  const body = bodyOf(await readFile(inRepository(file), 'utf8'), name)
  if (body === null) throw new Error(`${file} declares no interface ${name}`)
  return [...new Set(body.flatMap((line) => member.exec(line)?.[1] ?? []))]
}

/** The members of an interface without a comment. The first one of several signatures has the comment of all. */
export function undocumentedMembers(source: string, name: string): readonly string[] {
  const lines = (bodyOf(source, name) ?? []).filter((line) => !/^ *\/\/ biome-ignore/.test(line))
  const documented = new Set<string>()
  const missing = lines.flatMap((line, index) => {
    const found = member.exec(line)?.[1]
    if (found === undefined || documented.has(found)) return []
    documented.add(found)
    return lines[index - 1]?.trimEnd().endsWith('*/') ? [] : [found]
  })
  return missing
}

/** A type that an entry of the package exports, and the source that declares it. */
interface PublicType {
  readonly name: string
  readonly file: string
}

/** The types that an entry of the package exports. */
export async function publicTypesOf(entry: string): Promise<readonly PublicType[]> {
  const source = await readFile(inRepository(entry), 'utf8')
  const whole = [...source.matchAll(/^export (?:type )?\* from '\.\/([^']+)\.js'/gm)].map((match) => match[1] ?? '')
  const reached = await Promise.all(whole.map((module) => declaredIn(`src/${module}.ts`)))
  return [...namedTypes(source), ...reached.flat()]
}

/** The names of these types, each once. */
export async function typesOf(entry: string): Promise<readonly string[]> {
  return [...new Set((await publicTypesOf(entry)).map(({ name }) => name))]
}

async function declaredIn(file: string): Promise<readonly PublicType[]> {
  const source = await readFile(inRepository(file), 'utf8')
  if (/^export (?:type )?\*/m.test(source)) return publicTypesOf(file)
  return [...source.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = '']) => ({ name, file }))
}

/** `export type { A, B as C } from` and `export { type A } from`. */
function namedTypes(source: string): readonly PublicType[] {
  const lists = source.matchAll(/^export (type )?\{([^}]*)\} from '\.\/([^']+)\.js'/gm)
  return [...lists].flatMap(([, isType, list = '', module]) =>
    list
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '' && (isType !== undefined || entry.startsWith('type ')))
      .map((entry) => ({ name: entry.replace(/^type /, '').replace(/^\w+ as /, ''), file: `src/${module}.ts` })),
  )
}

/** Paths of the test files, from the root of the repository. */
export async function testFiles(): Promise<readonly string[]> {
  return (await filesBelow('test')).filter((name) => name.endsWith('.ts'))
}
