import type { Application } from './application.js'
import type { BootstrapOptions } from './bootstrap.js'
import type { Given } from './given.js'

/** A booted application for tests. */
export interface TestApplication extends Application {
  /**
   * The client of a file that `alcove client` wrote. It sends its requests by `handle`, so the server need not listen:
   * `app.client(createClient)`.
   */
  client<C>(createClient: (baseUrl: string, options: { fetch: TestFetch }) => C): C
}

/** `fetch` that answers from the application. */
export type TestFetch = (url: string, init: RequestInit) => Promise<Response>

/** Options of `createTestApp`. */
export interface TestOptions extends BootstrapOptions {
  /**
   * The values that the module needs from above: `provide(…)`, classes, `Token.is(value)`, shared schemas. They are in
   * a context above the module, and `get` reads from the module's own.
   */
  given?: readonly Given[]
}
