// Entry `alcove/testing`: applications for tests.
import './modules/decorators/metadata.js' // first: tsyringe refuses to load before reflect-metadata

import type { Class } from './contracts/token.js'
import { type BootstrapOptions, bootstrap } from './modules/bootstrap.js'
import { fetchByInject } from './modules/fetch-by-inject.js'
import type { TestApplication } from './modules/test-application.js'

/**
 * Boots a module as an application for tests: no log, no socket, signals left alone, providers replaced by `override` (docs/guide/testing.md).
 * `await using app = await createTestApp(AppModule)` closes and disposes it at the end of the block.
 *
 * @throws the boot error, after all that had been started was closed
 */
export async function createTestApp(RootModule: Class, options: BootstrapOptions = {}): Promise<TestApplication> {
  const app = await bootstrap(RootModule, { logger: false, gracefulShutdown: false, ...options }).ready()
  const client: TestApplication['client'] = (createClient) => {
    return createClient('http://localhost', { fetch: (url, init) => fetchByInject(app, url, init) })
  }
  return Object.assign(app, { client })
}

export type { Provider } from './contracts/provider.js'
export type { Application } from './modules/application.js'
export type { BootstrapOptions } from './modules/bootstrap.js'
export { provide } from './modules/decorators/provide.js'
export type { TestApplication, TestFetch } from './modules/test-application.js'
