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

/** A `fetch` that the application answers. */
export type TestFetch = (url: string, init: RequestInit) => Promise<Response>

/** Options of `createTestApp`. */
export interface TestOptions extends BootstrapOptions {
  /**
   * The values that the module needs from modules above: `provide(…)`, classes, `Token.is(value)`, shared schemas. A
   * context above the module has them, and `get` reads from the module's own context.
   */
  given?: readonly Given[]
}
