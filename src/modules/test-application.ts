import type { Application } from './application.js'
import type { BootstrapOptions } from './bootstrap.js'
import type { Given } from './given.js'

/** An application for tests, booted. */
export interface TestApplication extends Application {
  /**
   * The client of a file that `alcove client` wrote. It sends its requests by `inject`, so nothing listens:
   * `app.client(createClient)`.
   */
  client<C>(createClient: (baseUrl: string, options: { fetch: TestFetch }) => C): C
}

/** `fetch` that answers from the application. */
export type TestFetch = (url: string, init: RequestInit) => Promise<Response>

/** Options of `createTestApp`. */
export interface TestOptions extends BootstrapOptions {
  /**
   * What the module needs from above: `provide(…)`, classes, `Token.is(value)`, shared schemas. They stand in a context
   * above the module, and `get` reads from the module's own.
   */
  given?: readonly Given[]
}
