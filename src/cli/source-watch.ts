import { type FSWatcher, watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Project } from './project.js'

/** Watches the folders of the sources of an application. A new folder is watched after the next build. */
export class SourceWatch {
  readonly #watchers = new Map<string, FSWatcher>()

  /** Folders that were reported as impossible to watch. */
  readonly #unwatched = new Set<string>()

  /**
   * @param others files to watch besides the sources
   * @param failed gets each folder that the system cannot watch, once
   */
  constructor(
    private readonly changed: () => void,
    private readonly others: readonly string[],
    private readonly failed: (folder: string, error: unknown) => void,
  ) {}

  /** Watches the folders of an entry and its sources. The folders of earlier calls stay watched. */
  async follow(entry: string, project: Project | null): Promise<void> {
    for (const file of this.others) this.#add(dirname(file))
    if (project === null) {
      for (const folder of await foldersOf(dirname(entry))) this.#add(folder)
      return
    }
    for (const folder of new Set([dirname(project.config), ...project.sources.map((file) => dirname(file))])) {
      this.#add(folder)
    }
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  #add(folder: string): void {
    if (this.#watchers.has(folder)) return
    let watcher: FSWatcher
    try {
      watcher = watch(folder, (_event, name) => {
        if (name === null || isSource(name) || this.others.includes(join(folder, name))) this.changed()
      })
    } catch (error) {
      if (!this.#unwatched.has(folder)) this.failed(folder, error)
      this.#unwatched.add(folder)
      return
    }
    this.#unwatched.delete(folder)
    // A watcher may fail when its folder is removed. The next build may watch the folder again.
    watcher.on('error', () => {
      watcher.close()
      this.#watchers.delete(folder)
    })
    this.#watchers.set(folder, watcher)
  }
}

/** A folder and all folders below it, without `node_modules` and hidden folders. */
async function foldersOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const inner = entries.filter((entry) => entry.isDirectory() && !/^(?:node_modules|\..*)$/.test(entry.name))
  const below = await Promise.all(inner.map(({ name }) => foldersOf(join(folder, name))))
  return [folder, ...below.flat()]
}

/** Whether a build reads a file. Compilers and editors write other files beside the sources. */
function isSource(name: string): boolean {
  return /\.(?:[cm]?[jt]sx?|json)$/.test(name) && !basename(name).startsWith('.')
}
