// Entry `alcove/testing`: applications for tests.
import './decorators/metadata.js' // first: tsyringe refuses to load before reflect-metadata

import type { Application } from './bootstrap/application.js'
import { type BootstrapOptions, bootstrap } from './bootstrap/bootstrap.js'
import type { Class } from './contracts/token.js'

/**
 * Boots a module as an application for tests: no log, no socket, signals left alone, providers replaced by `override` (docs/guide/testing.md).
 * `await using app = await createTestApp(AppModule)` closes and disposes it at the end of the block.
 *
 * @throws the boot error, after all that had been started was closed
 */
export async function createTestApp(RootModule: Class, options: BootstrapOptions = {}): Promise<Application> {
  return bootstrap(RootModule, { logger: false, gracefulShutdown: false, ...options }).ready()
}

export type { Application } from './bootstrap/application.js'
export type { BootstrapOptions } from './bootstrap/bootstrap.js'
export type { Provider } from './contracts/provider.js'
export { provide } from './decorators/provide.js'
