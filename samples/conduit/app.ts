import { randomUUID } from 'node:crypto'
import helmet from '@fastify/helmet'
import {
  type Application,
  bootstrap,
  ErrorHandler,
  errorCodes,
  Hook,
  Module,
  provide,
  type Reply,
  type Request,
  use,
} from 'alcove'
import { type Logger, pino } from 'pino'
import { Api } from './api.js'
import { answers, Database, openDatabase } from './database/database.js'
import { type Settings, SettingsValue } from './settings.js'

/** The application, not yet listening. */
export function createConduit(settings: Settings, log: Logger = pino({ level: settings.logLevel })): Application {
  @Module({
    decorate: [SettingsValue.is(settings)],
    // TLS ends at what stands in front; over plain HTTP a browser would find no style and no script.
    plugins: [use(helmet, { contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } })],
    providers: [provide(Database, { useAsync: () => openDatabase(settings, log) })],
    imports: [Api],
  })
  class Conduit {
    @Hook('onRequest')
    tellId(request: Request, reply: Reply): void {
      reply.header('x-request-id', request.id)
    }

    /** What lies in no context below: an address that cannot be read. */
    @ErrorHandler(errorCodes.FST_ERR_BAD_URL)
    unreadable(_error: Error, _request: Request, reply: Reply) {
      return reply.code(400).send({ errors: { path: ['is invalid'] } })
    }

    @ErrorHandler(errorCodes.FST_ERR_MAX_PARAM_LENGTH)
    endless(_error: Error, _request: Request, reply: Reply) {
      return reply.code(414).send({ errors: { path: ['is too long'] } })
    }
  }

  const app: Application = bootstrap(Conduit, {
    // Alive without its database, but not ready: to start it anew would not help.
    health: { checks: { database: () => answers(app.get(Database)) } },
    gracefulShutdown: { delay: settings.shutdownDelay, timeout: settings.shutdownTimeout },
    loggerInstance: log,
    genReqId: ({ headers }) => idOf(headers['x-request-id']) ?? randomUUID(),
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    // All failures of a form at once. The schemas bound what that may cost: every text and list has an end.
    validatorengine: { version: 8, customOptions: { allErrors: true } },
    requestTimeout: 30_000,
    pluginTimeout: 300_000, // the database may be busy with the tables
  })
  return app
}

/** What a proxy calls the request, when it is fit for a log. */
function idOf(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && /^[\w-]{8,64}$/.test(header) ? header : null
}
