import { readFile } from 'node:fs/promises'
import { readProperty } from '../support/values.js'
import { agentsFile } from './agents-file.js'
import type { ProjectChoices } from './project-choices.js'

/** Files of a project. The names after a path must all be chosen for the file; `null` is for every project. */
const templates: readonly (readonly [path: string, onlyIf: string | null])[] = [
  ['README.md', null],
  ['src/main.ts', null],
  ['src/settings.ts', null],
  ['src/app.module.ts', null],
  ['src/notes/notes.module.ts', null],
  ['src/notes/notes.controller.ts', null],
  ['src/notes/notes.ts', null],
  ['src/notes/notes.test.ts', 'tested'],
  ['src/auth/auth.module.ts', 'guarded'],
  ['src/auth/auth.controller.ts', 'guarded'],
  ['src/auth/signed-in.ts', 'guarded'],
  ['src/auth/accounts.ts', 'guarded'],
  ['src/auth/passwords.ts', 'guarded'],
  ['src/auth/sign-up.ts', 'guarded tested'],
  ['src/auth/auth.test.ts', 'guarded tested'],
  ['src/database/database.ts', 'stored'],
  ['src/database/migrations.ts', 'stored'],
  ['src/database/tables.ts', 'stored'],
  ['src/database/embedded-pool.ts', 'postgres'],
  ['src/database/overrides.ts', 'stored'],
]

/** Packages that a choice needs. Types and embedded databases are for development alone. */
const packages: Readonly<Record<string, { readonly run?: readonly string[]; readonly develop?: readonly string[] }>> = {
  sqlite: { run: ['kysely', 'libsql'] },
  postgres: { run: ['kysely', 'pg'], develop: ['@electric-sql/pglite', '@types/pg'] },
  guarded: { run: ['@fastify/sensible'] },
  jwt: { run: ['@fastify/jwt'] },
  session: { run: ['@fastify/cookie', '@fastify/session'] },
  mocha: { develop: ['@types/mocha', 'mocha'] },
  vitest: { develop: ['vitest'] },
}

/** The versions of packages that alcove itself does not need. The test of `alcove new` installs them. */
const otherVersions: Readonly<Record<string, string>> = { cookie: '^1.0.2', libsql: '^0.5.29', vitest: '^4.1.12' }

/** The files of a new project by path. Its packages have the versions that alcove itself is tested with. */
export async function projectFiles(name: string, choices: ProjectChoices): Promise<Record<string, string>> {
  const names = namesOf(choices)
  const own: unknown = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  const read = async ([path]: readonly [string, string | null]) => {
    const template = new URL(`../../src/cli/templates/${path.replace('src/', '')}.txt`, import.meta.url)
    return [path, chosenLines(await readFile(template, 'utf8'), names).replaceAll('{project name}', name)] as const
  }
  const chosen = templates.filter(([, onlyIf]) => onlyIf === null || onlyIf.split(' ').every((each) => names.has(each)))
  return {
    'package.json': json(manifest(name, names, own)),
    'tsconfig.json': json(settings),
    '.gitignore': ignored(names),
    'AGENTS.md': names.has('tested')
      ? agentsFile
      : agentsFile.replace(/^\|.*`npm test`.*\n|^Run .*`npm test`.*\n\n/gm, ''),
    ...Object.fromEntries(await Promise.all(chosen.map(read))),
  }
}

function manifest(name: string, names: ReadonlySet<string>, own: unknown): object {
  const version = (dependency: string) =>
    otherVersions[dependency] ?? String(readProperty(readProperty(own, 'devDependencies'), dependency))
  const listed = (dependencies: readonly string[]) =>
    Object.fromEntries([...dependencies].sort().map((dependency) => [dependency, version(dependency)]))
  const needed = Object.entries(packages).flatMap(([choice, needs]) => (names.has(choice) ? [needs] : []))
  const overrides = names.has('stored') ? ' --override src/database/overrides.ts' : ''
  return {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    alcove: { entry: 'src/main.ts', ...(names.has('jwt') && { openapi: tokens }) },
    engines: readProperty(own, 'engines'),
    scripts: {
      // Without the first step, tests of a file that was renamed or removed would still run.
      build: `node -e "fs.rmSync('dist',{recursive:true,force:true})" && tsc -p .`,
      prestart: 'npm run build',
      start: startScript,
      ...testScripts(names),
      dev: 'alcove dev',
      check: `alcove check${overrides}`,
      tree: `alcove tree${overrides}`,
    },
    dependencies: {
      ...listed(needed.flatMap(({ run = [] }) => run)),
      alcove: `^${String(readProperty(own, 'version'))}`,
    },
    devDependencies: listed(['@types/node', 'typescript', ...needed.flatMap(({ develop = [] }) => develop)]),
    // @fastify/cookie accepts cookie 2 too, which does not install on Node 20.
    ...(names.has('session') && { overrides: { cookie: version('cookie') } }),
  }
}

function testScripts(names: ReadonlySet<string>): object {
  if (names.has('vitest')) return { test: 'vitest run --dir src --testTimeout 30000' }
  if (names.has('mocha'))
    return { pretest: 'npm run build', test: 'mocha --enable-source-maps --timeout 30000 "dist/**/*.test.js"' }
  // Versions of node differ in how they read a folder or a pattern; all of them search the current folder.
  if (names.has('node')) return { pretest: 'npm run build', test: 'cd dist && node --test --enable-source-maps' }
  return {}
}

const tokens = { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } }

const program = 'node --enable-source-maps dist/main.js'
/**
 * npm sends its signals to the shell of a script. The shell of Debian, dash, does not pass them on, so `exec` replaces
 * it by node. On Windows, cmd.exe has no `exec`. There the first step exits with 0, and the `exec` step never runs.
 */
const startScript = `node -e "process.exit(process.platform==='win32'?0:1)" && (${program} || exit 1) || exec ${program}`

function ignored(names: ReadonlySet<string>): string {
  const written = [...(names.has('sqlite') ? ['*.sqlite*'] : []), ...(names.has('postgres') ? ['data'] : [])]
  return `${['node_modules', 'dist', ...written].join('\n')}\n`
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

const settings = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023', 'esnext.disposable'],
    module: 'nodenext',
    strict: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    skipLibCheck: true,
    sourceMap: true,
    types: ['node'],
    rootDir: 'src',
    outDir: 'dist',
  },
  include: ['src'],
}

/** The names that lines of a template may require. */
function namesOf({ database, auth, tests }: ProjectChoices): ReadonlySet<string> {
  const isStored = database !== 'none'
  const isGuarded = auth !== 'none'
  const names = [
    isStored ? database : 'memory',
    isStored && 'stored',
    isGuarded ? auth : 'open',
    isGuarded && 'guarded',
    (isGuarded || database === 'postgres') && 'secret',
    (isGuarded || isStored) && 'configured',
    tests !== 'none' && tests,
    tests !== 'none' && 'tested',
  ]
  return new Set(names.filter((name) => name !== false))
}

/**
 * A template line `{jwt stored} text` becomes `text` if the project has both names. A line without braces is in every
 * project.
 */
function chosenLines(template: string, names: ReadonlySet<string>): string {
  const lines = template.split('\n').flatMap((line) => {
    const [mark = '', wanted = ''] = /^\{([a-z ]+)\} /.exec(line) ?? []
    const isChosen = mark === '' || wanted.split(' ').every((name) => names.has(name))
    return isChosen ? [line.slice(mark.length)] : []
  })
  return lines.join('\n')
}
