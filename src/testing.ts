// Entry `alcove/testing`: applications for tests.
import './modules/decorators/metadata.js' // first: tsyringe refuses to load before reflect-metadata
import type { Class } from './contracts/token.js'
import { serverCodes } from './errors/server-codes.js'
import type { GetOptions, RootToken } from './modules/application.js'
import { createApplication } from './modules/bootstrap.js'
import { refuseFurther } from './modules/decorators/check-arguments.js'
import { onlyOfModules } from './modules/decorators/module.js'
import { givenModule, type TestApplication, type TestOptions } from './modules/test-application.js'
import { readOptions } from './server/start/server-settings.js'

/**
 * Boots a module as an application for tests (docs/guide/testing.md). It does not log, open a socket or handle signals,
 * and `override` replaces providers. Standard error gets errors whose message the answer withholds. `logger: false`
 * turns this output off. `await using app = await createTestApp(AppModule)` closes and disposes the application at the
 * end of the block.
 *
 * @throws the boot error, after the application has closed
 */
export async function createTestApp(RootModule: Class, options?: TestOptions): Promise<TestApplication>
export async function createTestApp(...given: [RootModule: Class, options?: TestOptions]): Promise<TestApplication> {
  refuseFurther('createTestApp(…)', given, 2, 'Modules belong in imports, and given is an option')
  const [RootModule, options] = given
  const { given: surroundings, ...rest }: TestOptions = readOptions(options)
  refuseModuleOptions(rest)
  const entry = { name: 'createTestApp', optionNames: ['override', 'given'] }
  const Root = surroundings === undefined ? RootModule : givenModule(RootModule, surroundings)
  const app = await createApplication(Root, { gracefulShutdown: false, ...rest }, entry).ready()
  if (surroundings !== undefined) {
    const get = app.get.bind(app)
    Object.assign(app, {
      get: (token: RootToken<unknown>, where?: GetOptions) => get(token, where ?? { in: RootModule }),
    })
  }
  const client: TestApplication['client'] = (createClient) => {
    return createClient('http://localhost', { fetch: (url, init) => app.handle(new Request(url, init)) })
  }
  return Object.assign(app, { client })
}

/** Refuses options that Nest's `createTestingModule` takes: the application would lack the entries. */
function refuseModuleOptions(options: object): void {
  const stray = onlyOfModules.find((name) => Object.hasOwn(options, name))
  if (stray === undefined) return
  const fix =
    'Pass a module class with it. "given" adds what the module needs from above, "override" replaces providers'
  throw new serverCodes.ALC_ERR_OPTION_UNKNOWN(`Option "${stray}" of createTestApp belongs to @Module. ${fix}`)
}

export type { Provider } from './contracts/provider.js'
export type { Application, GetOptions } from './modules/application.js'
export type { BootstrapOptions } from './modules/bootstrap.js'
export { provide, type Replacement, replace } from './modules/decorators/provide.js'
export type { Given, TestApplication, TestFetch, TestOptions } from './modules/test-application.js'
