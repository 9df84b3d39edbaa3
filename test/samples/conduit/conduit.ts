import type { Application } from 'alcove'
import { pino } from 'pino'
import { createConduit } from '../../../samples/conduit/app.js'
import { type Article, type Client, createClient } from '../../../samples/conduit/client.js'
import { readSettings } from '../../../samples/conduit/settings.js'
import '../../support/lazy-wasm.js'
import { noPostgres, PostgresServer } from './postgres.js'

type Environment = Readonly<Record<string, string>>

/** A user that a test has registered. */
export interface Registered {
  readonly username: string
  readonly email: string
  readonly token: string
}

interface Call {
  readonly body?: object
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

let names = 0

/** A name that nobody else has in this run. */
export function uniqueName(stem: string): string {
  names += 1
  return `${stem}-${names}`
}

/** The application under test, with what a client of the API does. */
export class Conduit {
  private constructor(
    readonly app: Application,
    readonly lines: string[],
  ) {}

  static async start(environment: Environment = {}): Promise<Conduit> {
    const settings = readSettings({
      PASSWORD_COST: '10',
      JWT_SECRET: 'a secret of tests, which is long enough',
      ...environment,
    })
    const lines: string[] = []
    const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) })
    return new Conduit(await createConduit(settings, log).ready(), lines)
  }

  async call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, { body, token, headers = {} }: Call = {}) {
    const authorization = token === undefined ? {} : { authorization: `Token ${token}` }
    const url = /^\/(?:livez|readyz)$/.test(path) ? path : `/api${path}`
    const response = await this.app.inject({ method, url, headers: { ...authorization, ...headers }, payload: body })
    const isJson = response.headers['content-type']?.toString().startsWith('application/json') === true
    return { status: response.statusCode, headers: response.headers, body: isJson ? response.json() : response.body }
  }

  /** The typed client of the API, over `inject`, or over a socket at `address`. */
  client(token?: string, address?: string): Client {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Token ${token}` }
    if (address !== undefined) return createClient(address, { headers })
    return createClient('http://localhost', {
      headers,
      fetch: (url, init) => this.app.handle(new Request(url, init)),
    })
  }

  async register(stem = 'user'): Promise<Registered> {
    const username = uniqueName(stem)
    const user = { username, email: `${username}@test.com`, password: 'password1' }
    const { status, body } = await this.client().users.register({ body: { user } })
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
    return { username, email: user.email, token: body.user.token }
  }

  /** Publishes an article, and gives the answer of the API. */
  async publish({ token }: Registered, article: object = {}): Promise<Article> {
    const given = { title: uniqueName('Title'), description: 'About', body: 'Text', ...article }
    const answer = await this.client(token).authors.publish({ body: { article: given } })
    if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.article
  }

  /** How many statements the database gets while something is done. */
  async queriesOf(work: () => Promise<unknown>): Promise<number> {
    const before = this.lines.length
    await work()
    return this.lines.slice(before).filter((line) => JSON.parse(line).msg === 'query').length
  }
}

const embedded = once(() => Conduit.start())
const server = once(() => PostgresServer.start())
const postgres = once(async () => Conduit.start({ DATABASE_URL: await (await server.get()).createDatabase() }))

/** Declares the same rules of the API for the embedded database and for a server of PostgreSQL. */
export function describeConduit(title: string, rules: (conduit: () => Conduit) => void): void {
  describeOn(`${title}, embedded`, embedded.get, null, rules)
  describeOn(`${title}, PostgreSQL`, postgres.get, noPostgres, rules)
}

/** Rules that need a server of PostgreSQL; without one they are skipped, and the title names the reason. */
export function describePostgres(title: string, rules: (server: () => Promise<PostgresServer>) => void): void {
  const define = noPostgres === null ? describe : describe.skip
  define(noPostgres === null ? title : `${title}: ${noPostgres}`, function () {
    this.timeout(120_000)
    rules(server.get)
  })
}

function describeOn(
  title: string,
  open: () => Promise<Conduit>,
  hindrance: string | null,
  rules: (conduit: () => Conduit) => void,
): void {
  const define = hindrance === null ? describe : describe.skip
  define(hindrance === null ? title : `${title}: ${hindrance}`, function () {
    this.timeout(120_000)
    let conduit: Conduit
    before(async () => {
      conduit = await open()
    })
    rules(() => conduit)
  })
}

/** Opens a resource at its first use, and then gives the same one to all. */
function once<T>(open: () => Promise<T>) {
  let opened: Promise<T> | null = null
  return {
    get: () => {
      opened ??= open()
      return opened
    },
    ifOpened: () => opened,
  }
}

after(async function () {
  this.timeout(60_000)
  await (await embedded.ifOpened())?.app.close()
  await (await postgres.ifOpened())?.app.close()
  await (await server.ifOpened())?.stop()
})
