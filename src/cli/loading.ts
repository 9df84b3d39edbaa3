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

/** Arguments of all commands that load an application, besides their own. */
export interface Loading {
  readonly options: LoadingOptions
  readonly terminal: Terminal
  /** The application's own arguments, behind `--`. */
  readonly args: readonly string[]
}
