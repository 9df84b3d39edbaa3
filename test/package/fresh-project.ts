import { rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { npmInstall } from '../support/registry.js'
import { inRepository, repository } from '../support/repository.js'
import { type CommandResult, runOrThrow } from '../support/run-command.js'

export interface Tarball {
  readonly path: string
  /** Paths as they are inside the package. */
  readonly files: readonly string[]
}

type PackReport = readonly { readonly filename: string; readonly files: readonly { readonly path: string }[] }[]

let packed: Promise<Tarball> | null = null

/** The package as it is built, packed once in this process. */
export function packOnce(): Promise<Tarball> {
  packed ??= mkdtemp(join(tmpdir(), 'alcove-packed-')).then((folder) => {
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return pack(folder, repository)
  })
  return packed
}

/** Packs the built files without `prepack`. It would build again while tests run from these files. */
export async function pack(folder: string, from: string): Promise<Tarball> {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const { stdout } = await runOrThrow('npm', args, { cwd: from })
  const [report]: PackReport = JSON.parse(stdout)
  if (report === undefined) throw new Error(`npm pack reported nothing: ${stdout}`)
  return { path: join(folder, report.filename), files: report.files.map((file) => file.path) }
}

export async function versionOf(dependency: string): Promise<string> {
  const manifest: { version: string } = JSON.parse(
    await readFile(inRepository('node_modules', dependency, 'package.json'), 'utf8'),
  )
  return manifest.version
}

/** The first project that `FreshProject.installed` made in this process. */
let template: Promise<FreshProject> | null = null

/** A project of a user outside this repository, which contains only the packed package. */
export class FreshProject {
  private constructor(readonly folder: string) {}

  static async create(): Promise<FreshProject> {
    return new FreshProject(await mkdtemp(join(tmpdir(), 'alcove-fresh-')))
  }

  /** A project with the package in it. It is installed once in this process, and each caller has a copy. */
  static async installed(): Promise<FreshProject> {
    template ??= FreshProject.create().then(async (first) => {
      process.once('exit', () => rmSync(first.folder, { recursive: true, force: true }))
      await first.install(await packOnce())
      return first
    })
    const project = await FreshProject.create()
    await cp((await template).folder, project.folder, { recursive: true, verbatimSymlinks: true })
    return project
  }

  async write(name: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.folder, name)), { recursive: true })
    await writeFile(join(this.folder, name), text)
  }

  /** Installs a package, the types of node, and others as npm's command line names them. */
  async install(tarball: Tarball, ...others: readonly string[]): Promise<void> {
    const types = `@types/node@${await versionOf('@types/node')}`
    await this.write('package.json', JSON.stringify({ name: 'fresh', private: true, type: 'module' }))
    await this.run('npm', ...npmInstall, tarball.path, types, ...others)
  }

  run(program: string, ...args: readonly string[]): Promise<CommandResult> {
    return runOrThrow(program, args, { cwd: this.folder, env: { NODE_OPTIONS: undefined } })
  }

  /** Compiles with the compiler of this repository: the project has none. */
  compile(...args: readonly string[]): Promise<CommandResult> {
    return this.run(process.execPath, inRepository('node_modules', 'typescript', 'bin', 'tsc'), ...args)
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }
}
