/**
 * Counts the values that `Infer` accepts and refuses as the type tests of json-schema-to-ts expect:
 * `npm run yardstick -- <clone of the repository of json-schema-to-ts>`.
 *
 * A case is an assignment to a variable whose type is inferred from a schema. It must not compile below
 * `@ts-expect-error`. Where their types cannot refuse a value that their validator refuses, both answers count as right. The package does
 * not contain the tests: they are read from the clone, and nothing of them is kept here.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { inRepository } from '../support/repository.js'

interface Case {
  readonly file: string
  /** From 1. */
  readonly first: number
  readonly last: number
  /** Whether their types refuse the value. */
  readonly isWrong: boolean
  /** Whether only their validator refuses it. */
  readonly isFree: boolean
}

const stubs = `import type { Infer } from ${JSON.stringify(inRepository('dist', 'contracts', 'infer.js'))}
export type FromSchema<S, O = unknown> = O extends { references: infer X extends readonly unknown[] } ? Infer<S, X> : Infer<S>
`

const ambient = `declare function describe(name: string, run: () => void): void
declare function it(name: string, run: () => void): void
declare const expect: any
declare const ajv: any
`

const settings = {
  compilerOptions: { target: 'es2022', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true, types: [] },
  include: ['*.ts'],
}

/** A test of theirs with our types, line by line as it was. */
function adapt(text: string): string {
  return text
    .replace(/^import (?:type )?\{ FromSchema \} from .*$/m, 'import type { FromSchema } from "./stubs.js"')
    .replace(/^import .*ts-toolbelt.*$|^import .*ajv\.util.*$/gm, 'export {}')
    .replaceAll('@ts-expect-error', 'refused')
}

function casesOf(file: string, text: string): Case[] {
  const lines = text.split('\n')
  const variables = new Set([...text.matchAll(/^\s*let (\w+): /gm)].map(([, name]) => name))
  const starts = [...lines.keys()].filter((index) => {
    const [, name] = /^\s*(\w+) = /.exec(lines[index] ?? '') ?? []
    return name !== undefined && variables.has(name)
  })
  return starts.map((start) => {
    const following = lines.slice(start)
    const length = following.findIndex((line) => /;\s*$/.test(line)) + 1
    const own = lines.slice(start - 1, start + length).join('\n')
    const isWrong = own.includes('@ts-expect-error')
    const asked = /^\s*expect\([^;]*;/.exec(following.slice(length).join('\n'))?.[0] ?? ''
    const isFree = !isWrong && /toBe\(\s*false/.test(asked)
    return { file, first: start + 1, last: start + length, isWrong, isFree }
  })
}

async function errorsIn(folder: string): Promise<string> {
  const tsc = inRepository('node_modules', 'typescript', 'bin', 'tsc')
  const run = promisify(execFile)(process.execPath, [tsc, '-p', folder], { maxBuffer: 1e8 })
  return (await run.catch((error: { stdout: string }) => error)).stdout
}

const [clone] = process.argv.slice(2)
if (clone === undefined) throw new Error('Give the folder of a clone of json-schema-to-ts')
const source = resolve(clone, 'src')
const files = (await readdir(source, { recursive: true })).filter((file) => /\.(?:unit|type)?\.?test\.ts$/.test(file))
const folder = await mkdtemp(join(tmpdir(), 'alcove-yardstick-'))
try {
  const cases: Case[] = []
  await writeFile(join(folder, 'stubs.ts'), stubs)
  await writeFile(join(folder, 'ambient.d.ts'), ambient)
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  for (const file of files.toSorted()) {
    const text = await readFile(join(source, file), 'utf8')
    const name = file.replace(/[/\\]/g, '-')
    const found = casesOf(name, text)
    if (found.length === 0 || !/import type \{ FromSchema \}/.test(text)) continue
    cases.push(...found)
    await writeFile(join(folder, name), adapt(text))
  }
  const errors = [...(await errorsIn(folder)).matchAll(/([\w.-]+\.ts)\((\d+),/g)].map(([, file, line]) => ({
    file,
    line: Number(line),
  }))
  const isRefused = ({ file, first, last }: Case) =>
    errors.some((error) => error.file === file && error.line >= first && error.line <= last)
  const accepted = cases.filter((each) => each.isWrong && !isRefused(each))
  const refused = cases.filter((each) => !each.isWrong && !each.isFree && isRefused(each))
  for (const { file, first } of accepted) console.log(`accepts a wrong value: ${file}:${first}`)
  for (const { file, first } of refused) console.log(`refuses a right value: ${file}:${first}`)
  const right = cases.length - accepted.length - refused.length
  const free = cases.filter(({ isFree }) => isFree)
  console.log(`${free.filter(isRefused).length} of ${free.length} that only their validator refuses are refused`)
  console.log(`${right} of ${cases.length} right, ${accepted.length} accept a wrong value`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
