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
    // TLS ends at the proxy. Over plain HTTP an upgraded browser would load no style and no script.
    plugins: [use(helmet, { contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } })],
    providers: [provide(Database, { useAsync: () => openDatabase(settings, log) })],
    imports: [Api],
  })
  class Conduit {
    @Hook('onRequest')
    tellId(request: Request, reply: Reply): void {
      reply.header('x-request-id', request.id)
    }

    /** An invalid URL matches no context below, so the root answers it. */
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
    // Without its database it is alive, but not ready: a restart would not help.
    health: { checks: { database: () => answers(app.get(Database)) } },
    gracefulShutdown: { delay: settings.shutdownDelay, timeout: settings.shutdownTimeout },
    loggerInstance: log,
    genReqId: ({ headers }) => idOf(headers['x-request-id']) ?? randomUUID(),
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    // Reports all failures of a form at once. The schemas limit every text and list, and so the cost of that.
    validatorengine: { version: 8, customOptions: { allErrors: true } },
    requestTimeout: 30_000,
    pluginTimeout: 300_000, // the migrations may take long
  })
  return app
}

/** The request id of a proxy, if it is safe to log. */
function idOf(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && /^[\w-]{8,64}$/.test(header) ? header : null
}
