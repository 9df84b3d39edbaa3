import type { Application } from './application.js'

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
