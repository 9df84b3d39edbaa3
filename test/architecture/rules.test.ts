import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { importsHaveNoCycle } from './cycles.js'
import {
  everyRoomIsKnown,
  importsGoDown,
  nodeIsRequired,
  packagesAreLoadedAtTheirDoor,
  packagesHaveOneDoor,
} from './floors.js'
import { type Rule, readSourceTree, type SourceFile } from './source-tree.js'
import * as style from './style.js'

type Tree = Readonly<Record<string, string>>

async function readFixture(tree: Tree, endings?: readonly string[]): Promise<readonly SourceFile[]> {
  const root = await mkdtemp(join(tmpdir(), 'alcove-tree-'))
  try {
    for (const [path, text] of Object.entries(tree)) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), text)
    }
    return await readSourceTree(root, ['src', 'test', 'dist'], endings)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

async function offenders(rule: Rule, tree: Tree): Promise<readonly string[]> {
  return rule(await readFixture(tree)).map((violation) => violation.file)
}

/** One line for each rule: a tree that breaks it, the file to name, and a similar tree that passes. */
const cases: readonly (readonly [title: string, rule: Rule, bad: Tree, file: string, good: Tree])[] = [
  [
    'a room that is on no floor',
    everyRoomIsKnown,
    { 'src/attic/box.ts': '' },
    'src/attic/box.ts',
    { 'src/schema/box.ts': '' },
  ],
  [
    'an import from a higher floor',
    importsGoDown,
    { 'src/lifecycle/a.ts': `import { b } from '../server/b.js'`, 'src/server/b.ts': '' },
    'src/lifecycle/a.ts',
    { 'src/server/a.ts': `import { b } from '../lifecycle/b.js'`, 'src/lifecycle/b.ts': '' },
  ],
  [
    'an import of a type from a room of the same floor',
    importsGoDown,
    { 'src/lifecycle/a.ts': `import type { B } from '../schema/b.js'`, 'src/schema/b.ts': '' },
    'src/lifecycle/a.ts',
    { 'src/lifecycle/a.ts': `import type { B } from './b.js'`, 'src/boot/b.ts': '' },
  ],
  [
    'an import type in the middle of a line',
    importsGoDown,
    { 'src/contracts/a.ts': `export type A = import('../schema/b.js').B`, 'src/schema/b.ts': '' },
    'src/contracts/a.ts',
    { 'src/contracts/a.ts': `// import('../schema/b.js')\nconst text = "from '../schema/b.js'"` },
  ],
  [
    'a package that the loader loads for another room',
    packagesAreLoadedAtTheirDoor,
    {
      'src/packages/libraries.cts': `export const pino = () => require('pino')`,
      'src/router/a.ts': `import { pino } from '../packages/libraries.cjs'`,
    },
    'src/router/a.ts',
    {
      'src/packages/libraries.cts': `export const pino = () => require('pino')`,
      'src/logging/a.ts': `import { pino } from '../packages/libraries.cjs'`,
    },
  ],
  [
    'an import of values of a module of node',
    nodeIsRequired,
    { 'src/router/a.ts': `import {\n  METHODS,\n  type Server,\n} from 'node:http'` },
    'src/router/a.ts',
    {
      'src/router/a.ts': `import type { Server } from 'node:http'\nimport { METHODS } from '../packages/node.cjs'`,
      'src/cli/a.ts': `import { join } from 'node:path'`,
    },
  ],
  [
    'an import from a higher floor in a page',
    importsGoDown,
    { 'src/lifecycle/a.tsx': `import { b } from '../server/b.js'`, 'src/server/b.tsx': '' },
    'src/lifecycle/a.tsx',
    { 'src/lifecycle/a.tsx': `import { b } from './b.js'`, 'src/boot/b.tsx': '' },
  ],
  [
    'an import spread over lines',
    importsGoDown,
    { 'src/lifecycle/a.ts': `export const x = 1\nimport {\n  type B, // '\n  c,\n} from "../router/b.js"` },
    'src/lifecycle/a.ts',
    { 'src/lifecycle/a.ts': `import { b } from '../errors/b.js'` },
  ],
  [
    'an import of an entry from below',
    importsGoDown,
    { 'src/modules/decorators/a.ts': `import { b } from '../../index.js'` },
    'src/modules/decorators/a.ts',
    { 'src/index.ts': `import { b } from './core.js'` },
  ],
  [
    'an import from outside src',
    importsGoDown,
    { 'src/lifecycle/a.ts': `import { b } from '../../test/b.js'` },
    'src/lifecycle/a.ts',
    { 'test/a.ts': `import { b } from './b.js'` },
  ],
  [
    'a package that comes in by another door',
    packagesHaveOneDoor,
    { 'src/schema/a.ts': `import type { Logger } from 'pino'` },
    'src/schema/a.ts',
    { 'src/logging/a.ts': `import type { Logger } from 'pino'` },
  ],
  [
    'a package that has no door',
    packagesHaveOneDoor,
    { 'src/schema/a.ts': `const _ = await import('lodash/fp.js')` },
    'src/schema/a.ts',
    { 'src/schema/a.ts': `import Ajv from 'ajv/dist/2019.js'\nimport { join } from 'node:path'` },
  ],
  [
    'files that import each other',
    importsHaveNoCycle,
    {
      'src/lifecycle/a.ts': `import { b } from './b.js'`,
      'src/lifecycle/b.ts': `import { c } from './c.js'`,
      'src/lifecycle/c.ts': `import type { A } from './a.js'`,
    },
    'src/lifecycle/a.ts',
    {
      'src/lifecycle/a.ts': `import { b } from './b.js'\nimport { c } from './c.js'`,
      'src/lifecycle/b.ts': `import './c.js'`,
      'src/lifecycle/c.ts': '',
      'src/contracts/a.ts': `import type { B } from './b.js'`,
      'src/contracts/b.ts': `import type { A } from './a.js'`,
    },
  ],
  [
    'a file of 301 lines',
    style.filesAreShort,
    { 'test/long.test.ts': '\n'.repeat(301) },
    'test/long.test.ts',
    { 'test/long.test.ts': '\n'.repeat(300) },
  ],
  [
    'a default export',
    style.exportsAreNamed,
    { 'src/http/a.ts': 'class A {}\nexport { A as default }' },
    'src/http/a.ts:2',
    { 'src/http/a.ts': 'export const a = { default: 1 }' },
  ],
  [
    'a barrel inside',
    style.onlyEntriesReexport,
    { 'src/http/a.ts': `export { b } from './b.js'` },
    'src/http/a.ts',
    { 'src/core.ts': `export { b } from './b.js'`, 'src/http/a.ts': `const a = 1\nexport { a }` },
  ],
  [
    'an export for nobody',
    style.exportsAreImported,
    {
      'src/http/a.ts': 'export const a = 1\nexport async function run() {}',
      'src/http/b.ts': `import { a } from './a.js'`,
      'src/http/c.ts': `const { run } = await import('./b.js')`,
    },
    'src/http/a.ts',
    {
      'src/http/a.ts': 'export const a = 1\nexport interface Given { a: 1 }\nexport class B {}',
      'src/http/c.ts': `const { a } = await import('./a.js')`,
      'test/b.test.ts': `import { B } from '#dist/http/a.js'`,
      'src/core.ts': 'export const core = 1',
    },
  ],
  [
    'a silenced compiler',
    style.noCompilerIsSilenced,
    { 'test/a.ts': 'const a = 1\n// @ts-ignore because\na()' },
    'test/a.ts:2',
    { 'test/a.ts': `// @ts-expect-error a number is not a function\nconst text = '@ts-ignore'` },
  ],
  [
    'a cast to any',
    style.nothingIsCastToAny,
    { 'src/http/a.ts': 'const b = (a as any).b' },
    'src/http/a.ts:1',
    { 'src/http/a.ts': `const b = 'a as any' // as any` },
  ],
  [
    'a cast without a reason',
    style.castsHaveAReason,
    { 'src/http/a.ts': `import { c as d } from './c.js'\n\nconst b = a as B` },
    'src/http/a.ts:3',
    { 'src/http/a.ts': `import { c as d } from './c.js'\nconst b = a as B // checked above\nconst e = [1] as const` },
  ],
  [
    'code among the contracts',
    style.contractsHoldNoCode,
    { 'src/contracts/a.ts': 'export const limit = 3' },
    'src/contracts/a.ts:1',
    { 'src/contracts/a.ts': 'declare const brand: unique symbol\nexport interface A { const: number }' },
  ],
  [
    'an error without a code',
    style.errorsComeFromTheTable,
    { 'src/http/a.ts': `throw new TypeError('no')` },
    'src/http/a.ts:1',
    { 'src/errors/a.ts': `throw new TypeError('no')`, 'src/http/a.ts': 'throw new errorCodes.X(1)' },
  ],
  [
    'a decision by the text of a message',
    style.nothingReadsMessages,
    { 'src/http/a.ts': `if (error.message.startsWith('can')) done()` },
    'src/http/a.ts:1',
    { 'src/http/a.ts': `if (error.code === 'x') say(error.message)` },
  ],
  [
    'an async function on a hot path',
    style.hotPathsStayCheap,
    { 'src/http/a.ts': '// Hot path: runs for each request.\n\nexport async function a() {}' },
    'src/http/a.ts:3',
    {
      'src/http/a.ts': 'export async function a() {}',
      'src/http/b.ts': '// Hot path.\n\nconst own = Reflect.ownKeys(list) // at boot only',
    },
  ],
  [
    'a new function of a request that is assigned to a member',
    style.requestFunctionsStayYoung,
    { 'src/request/a.ts': `const { write } = res\nres.write = (chunk, ...rest) => write.call(res, chunk, ...rest)` },
    'src/request/a.ts:2',
    {
      'src/request/a.ts': `const counted = (chunk: Uint8Array) => send(chunk)\nres.write = counted`,
      'src/request/b.ts': `const is = list.length === 0\nreply.done = is ? () => {} : null`,
      'src/router/a.ts': `router.find = (path) => null`,
    },
  ],
  [
    'a file name in camelCase',
    style.namesAreKebabCase,
    { 'src/http/replyWriter.ts': '' },
    'src/http/replyWriter.ts',
    { 'src/http/reply-writer.ts': '', 'test/http/reply-writer.test.ts': '', 'test/spec-2.1-a.test.ts': '' },
  ],
  [
    'a file named after nothing',
    style.namesSayWhatIsInside,
    { 'src/http/string-utils.ts': '' },
    'src/http/string-utils.ts',
    { 'src/http/utilization.ts': '' },
  ],
]

describe('the checker of the architecture', () => {
  for (const [title, rule, bad, file, good] of cases) {
    it(`finds ${title}`, async () => expect(await offenders(rule, bad)).to.deep.equal([file]))
    it(`accepts what only looks like ${title}`, async () => expect(await offenders(rule, good)).to.deep.equal([]))
  }

  it('reads a cast of each form, and names the fix', async () => {
    const [violation] = style.nothingIsCastToAny(await readFixture({ 'src/http/a.ts': 'x = <any>y' }))
    expect(violation?.fix).to.match(/unknown/)
  })

  it('is not led astray by templates, regular expressions and quotes in comments', async () => {
    const text = [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the template that must not lead astray.
      "const a = `${b ? `'${c}` : '}'} import('../server/x.js')` // it's",
      `const r = /['"\`]/`,
      `import '../server/y.js'`,
    ].join('\n')
    const [file] = await readFixture({ 'src/http/a.ts': text })
    expect(file?.specifiers).to.deep.equal(['../server/y.js'])
  })

  it('follows what a built entry loads, however deep', async () => {
    const tree = {
      'dist/core.js': `import { a } from './server/a.js'`,
      'dist/server/a.js': `export { b } from '../router/b.js'`,
      'dist/router/b.js': `import 'tsyringe'`,
    }
    expect([...style.loadedBy(await readFixture(tree, ['.js']), 'dist/core')]).to.include('tsyringe')
  })
})
