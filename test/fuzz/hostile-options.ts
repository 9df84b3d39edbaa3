import type { Loose } from '../behaviour/core/subject.js'
import { answering, failing, type Give, inEachWay, type Make, type Place, synchronous } from './hostile-places.js'

const quiet = { write: () => {} }

const loggerOf = (give: Give) => (make: Make) => {
  const write = give(make)
  const log: Loose = { level: 'info', child: () => log }
  for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']) log[level] = write
  return log
}

/** The values that functions among the options of a server give, and its loggers. */
export const optionPlaces: Readonly<Record<string, Place>> = {
  ...inEachWay('genReqId', (give) => ({ options: (make) => ({ genReqId: give(make) }), on: answering })),
  ...inEachWay('genReqId of a server with a log', (give) => ({
    options: (make) => ({ genReqId: give(make), logger: { stream: quiet } }),
    on: answering,
  })),
  ...inEachWay('rewriteUrl', (give) => ({ options: (make) => ({ rewriteUrl: give(make) }), on: answering })),
  ...inEachWay('querystringParser', (give) => ({
    options: (make) => ({ routerOptions: { querystringParser: give(make) } }),
    on: answering,
    request: 'GET /fault?a=1 HTTP/1.1',
  })),
  ...inEachWay('a logger', (give) => ({
    options: (make) => ({ loggerInstance: loggerOf(give)(make) }),
    on: answering,
  })),
  ...inEachWay('a logger of a route that fails', (give) => ({
    options: (make) => ({ loggerInstance: loggerOf(give)(make) }),
    on: failing,
  })),
  ...inEachWay(
    'the stream of a logger',
    (give) => ({ options: (make) => ({ logger: { stream: { write: give(make) } } }), on: failing }),
    synchronous,
  ),
  ...inEachWay('a log serializer', (give) => ({
    options: (make) => ({
      logger: { stream: quiet, serializers: { req: give(make), res: give(make), err: give(make) } },
    }),
    on: failing,
  })),
  ...inEachWay('a log serializer of a route', (give) => ({
    options: () => ({ logger: { stream: quiet } }),
    on: (server, make) =>
      server.get('/fault', { logSerializers: { req: give(make), res: give(make) } }, async () => 'handled'),
  })),
  ...inEachWay('childLoggerFactory', (give) => ({
    options: () => ({ logger: { stream: quiet } }),
    on: (server, make) => {
      server.setChildLoggerFactory(give(make))
      answering(server)
    },
  })),
  ...inEachWay('disableRequestLogging', (give) => ({
    options: (make) => ({ logger: { stream: quiet }, disableRequestLogging: give(make) }),
    on: failing,
  })),
  ...inEachWay('frameworkErrors', (give) => ({
    options: (make) => ({
      frameworkErrors: (error: Loose, request: Loose, reply: Loose) => {
        const given = give(make)(error, request)
        reply.send(given)
        return given
      },
    }),
    request: 'GET /%zz HTTP/1.1',
  })),
  ...inEachWay('onBadUrl', (give) => ({
    options: (make) => ({
      routerOptions: {
        onBadUrl: (path: Loose, _req: Loose, res: Loose) => {
          res.end()
          return give(make)(path)
        },
      },
    }),
    request: 'GET /%zz HTTP/1.1',
  })),
  ...inEachWay('clientErrorHandler', (give) => ({
    options: (make) => ({
      clientErrorHandler: (_error: Loose, socket: Loose) => {
        const given = give(make)()
        socket.destroy()
        return given
      },
    }),
    request: 'GET /fault HTTP/9.9',
    cut: true,
  })),
  ...inEachWay(
    'a constraint',
    (give) => ({
      options: (make) => ({
        routerOptions: {
          constraints: {
            secret: {
              name: 'secret',
              storage: () => ({ get: () => null, set: () => {} }),
              deriveConstraint: give(make),
            },
          },
        },
      }),
      on: (server) => server.get('/fault', { constraints: { secret: 'x' } }, async () => 'handled'),
    }),
    synchronous,
  ),
  ...inEachWay('a health check', (give) => ({
    options: (make) => ({ health: { checks: { a: give(make) } } }),
    request: 'GET /readyz HTTP/1.1',
  })),
}
