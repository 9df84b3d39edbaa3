import { packageOf, type Rule, resolveRelative, type SourceFile, type Violation } from './source-tree.js'

/** ARCHITECTURE: a folder imports from floors below its own, never from its own floor or above. */
const floors: Readonly<Record<string, number>> = {
  packages: -1,
  support: 0,
  errors: 0.1,
  contracts: 1,
  lifecycle: 1.5,
  standard: 1.5,
  json: 1.5,
  schema: 2,
  parsers: 2,
  'request/message': 2,
  'request/errors': 2,
  router: 2,
  logging: 2,
  'request/validation': 2.5,
  context: 3,
  'request/stages': 4,
  server: 5,
  'modules/decorators': 5,
  inspect: 5,
  'modules/plan': 6,
  'modules/container': 6.1,
  'modules/apply': 6.2,
  modules: 6.3,
  cli: 7,
  inspector: 7,
  openapi: 7,
  jest: 8,
  'drop-in': 7,
}

/** The entries are between and above the floors. */
const entries: Readonly<Record<string, number>> = {
  'core.ts': 5.5,
  'index.ts': 7,
  'testing.ts': 7,
  'inspect.ts': 7,
  'standalone.ts': 7,
  'inspector.ts': 8,
  'openapi.ts': 8,
  'fastify.ts': 8,
}

/** The folder that loads packages; only the folder that is the door of a package calls its function. */
const loader = 'src/packages/'

/** The only places that know a third-party package: a folder, or a file without its ending. */
export const doors: Readonly<Record<string, readonly string[]>> = {
  ajv: ['src/schema/'],
  ajv6: ['src/schema/'],
  'ajv-formats': ['src/schema/'],
  'fast-json-stringify': ['src/schema/'],
  'find-my-way': ['src/router/'],
  avvio: ['src/lifecycle/'],
  '@fastify/error': ['src/errors/'],
  'secure-json-parse': ['src/parsers/'],
  pino: ['src/logging/'],
  '@fastify/proxy-addr': ['src/request/message/'],
  semver: ['src/lifecycle/'],
  'light-my-request': ['src/server/'],
  'reflect-metadata': ['src/modules/decorators/metadata.ts'],
  '@jridgewell/sourcemap-codec': ['src/cli/source-map.ts'],
  commander: ['src/cli/'],
  tsyringe: ['src/contracts/provider.ts', 'src/modules/decorators/injection.ts', 'src/modules/container/'],
}

/** Packages of development, which no installation needs: one is built into the inspector's page, one builds for Jest. */
export const bundledDoors: Readonly<Record<string, readonly string[]>> = {
  preact: ['src/inspector/page/'],
  esbuild: ['src/jest/bundle.ts'],
}

/** `schema` of `src/schema/store.ts`, `modules/plan` of `src/modules/plan/guards.ts`, `index.ts` of `src/index.ts`. */
function roomOf(path: string): string {
  const [, room = path, inner] = path.split('/')
  const nested = `${room}/${inner}`
  return nested in floors ? nested : room
}

function floorOf(room: string): number | undefined {
  return floors[room] ?? entries[room]
}

function inSource(files: readonly SourceFile[]): readonly SourceFile[] {
  return files.filter((file) => file.path.startsWith('src/'))
}

export const everyRoomIsKnown: Rule = (files) =>
  inSource(files)
    .filter((file) => floorOf(roomOf(file.path)) === undefined)
    .map((file) => ({
      file: file.path,
      problem: `the room ${roomOf(file.path)} stands on no floor`,
      fix: 'Put the file into the room of its noun, or give a new room its floor in test/architecture/floors.ts',
    }))

function checkImport(file: SourceFile, target: string): Violation | null {
  const from = roomOf(file.path)
  const to = target.split('/').length === 2 ? `${roomOf(target)}.ts` : roomOf(target)
  const own = floorOf(from)
  const other = floorOf(to)
  if (from === to || own === undefined || (other !== undefined && other < own)) return null
  if (!target.startsWith('src/') || other === undefined) {
    return { file: file.path, problem: `imports ${target}, which is in no room`, fix: 'Import from a room of src' }
  }
  return {
    file: file.path,
    problem: `imports ${target}: ${from} stands on floor ${own}, ${to} on floor ${other}`,
    fix: 'Imports go down only, types too: say what you need in contracts/ and let a higher floor pass it in',
  }
}

export const importsGoDown: Rule = (files) =>
  inSource(files).flatMap((file) =>
    file.specifiers
      .map((specifier) => resolveRelative(file, specifier))
      .map((target) => (target === null ? null : checkImport(file, target)))
      .filter((violation) => violation !== null),
  )

function opens(door: string, path: string): boolean {
  return door.endsWith('/') ? path.startsWith(door) : path === door
}

function checkPackage(file: SourceFile, name: string): Violation | null {
  const allowed = doors[name] ?? bundledDoors[name]
  if (allowed === undefined) {
    return {
      file: file.path,
      problem: `imports ${name}, which has no door`,
      fix: `Do without it; node's own modules are imported as node:…; a new dependency gets its one door in test/architecture/floors.ts`,
    }
  }
  if (allowed.some((door) => opens(door, file.path)) || opens(loader, file.path)) return null
  return {
    file: file.path,
    problem: `imports ${name}, whose door is ${allowed.join(' and ')}`,
    fix: 'Go through that room, or through a contract of your own that it fills',
  }
}

export const packagesHaveOneDoor: Rule = (files) =>
  inSource(files).flatMap((file) =>
    file.specifiers
      .map(packageOf)
      .map((name) => (name === null ? null : checkPackage(file, name)))
      .filter((violation) => violation !== null),
  )

/**
 * Code that an application loads requires node's modules in `packages/node.cts`. The command line, the inspector and the
 * document of OpenAPI import them.
 */
export const nodeIsRequired: Rule = (files) =>
  inSource(files)
    .filter(({ path }) => (floorOf(roomOf(path)) ?? 0) < 7)
    .map(({ path, lines }) => ({
      file: path,
      name: /^import (?!type )[^'"]* from '(node:[^']+)'/m.exec(lines.join('\n'))?.[1],
    }))
    .filter(({ name }) => name !== undefined)
    .map(({ file, name }) => ({
      file,
      problem: `imports values of ${name}, and node then reads all of its exports`,
      fix: 'Take them from packages/node.cts, and types by `import type`',
    }))

/** The package that each function of `packages/libraries.cts` loads. */
function loadedPackages(files: readonly SourceFile[]): ReadonlyMap<string, string> {
  const lines = files.filter((file) => opens(loader, file.path)).flatMap((file) => file.lines)
  const found = lines.map((line) => /^export const (\w+) = .*\brequire\('([^']+)'\)/.exec(line))
  return new Map(found.filter((match) => match !== null).map(([, name = '', specifier = '']) => [name, specifier]))
}

function takenFromLoader(file: SourceFile): readonly string[] {
  const lists = file.lines.join('\n').matchAll(/import \{([^}]*)\} from '[./]*\/packages\/libraries\.cjs'/g)
  return [...lists].flatMap(([, list = '']) => list.split(',').map((name) => name.trim().split(' ')[0] ?? ''))
}

export const packagesAreLoadedAtTheirDoor: Rule = (files) => {
  const packages = loadedPackages(files)
  return inSource(files).flatMap((file) =>
    takenFromLoader(file)
      .map((name) => packageOf(packages.get(name) ?? 'node:'))
      .map((name) => (name === null ? null : checkPackage(file, name)))
      .filter((violation) => violation !== null),
  )
}
