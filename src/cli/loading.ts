import type { Terminal } from './terminal.js'

/** Options of all commands that load an application. */
export interface LoadingOptions {
  readonly entry?: string
  readonly export?: string
  readonly build: boolean
  /** Files that node reads into the environment. A later file overrides an earlier one. */
  readonly envFile?: readonly string[]
  /** A file whose default export replaces providers, modules and controllers. */
  readonly override?: string
}

/** Arguments of all commands that load an application, besides their own. */
export interface Loading {
  readonly options: LoadingOptions
  readonly terminal: Terminal
  /** The arguments of the application, which follow `--`. */
  readonly args: readonly string[]
}
