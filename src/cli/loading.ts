import type { Terminal } from './terminal.js'

/** Options of all commands that load an application. */
export interface LoadingOptions {
  readonly entry?: string
  readonly export?: string
  readonly build: boolean
  /** Files that node reads into the environment; a later one wins. */
  readonly envFile: readonly string[]
  /** A file whose default export replaces providers, modules and controllers. */
  readonly override?: string
}

/** What all commands that load an application get besides their own arguments. */
export interface Loading {
  readonly options: LoadingOptions
  readonly terminal: Terminal
  /** What stands behind `--`: the application's own arguments. */
  readonly args: readonly string[]
}
