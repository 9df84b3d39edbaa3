import type { Terminal } from './terminal.js'

/** Options of all commands that load an application. */
export interface LoadingOptions {
  readonly entry?: string
  readonly export?: string
  readonly build: boolean
}

/** What all commands that load an application get besides their own arguments. */
export interface Loading {
  readonly options: LoadingOptions
  readonly terminal: Terminal
  /** What stands behind `--`: the application's own arguments. */
  readonly args: readonly string[]
}
