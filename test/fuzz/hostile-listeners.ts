import { Readable } from 'node:stream'
import type { Loose } from '../behaviour/core/subject.js'
import { inEachWay, type Place } from './hostile-places.js'

/** Listeners of a route on the objects of node that it can reach, by event and object. */
const emitters: Readonly<Record<string, readonly [string, (request: Loose, reply: Loose) => Loose]>> = {
  'the end of request.raw': ['end', (request) => request.raw],
  'the close of request.raw': ['close', (request) => request.raw],
  'the prefinish of reply.raw': ['prefinish', (_request, reply) => reply.raw],
  'the finish of reply.raw': ['finish', (_request, reply) => reply.raw],
  'the close of reply.raw': ['close', (_request, reply) => reply.raw],
  'the close of request.socket': ['close', (request) => request.socket],
}

const onEmitters = Object.entries(emitters).map(([title, [event, find]]) =>
  inEachWay(`a listener for ${title}`, (give) => ({
    on: (server, make) =>
      server.get('/fault', (request, reply) => {
        find(request, reply).on(event, give(make))
        return 'handled'
      }),
  })),
)

const onStreams = ['data', 'end', 'close'].map((event) =>
  inEachWay(`a listener for the ${event} of a payload`, (give) => ({
    on: (server, make) =>
      server.get('/fault', (_request, reply) => reply.send(Readable.from(['a', 'b']).on(event, give(make)))),
    cut: true, // listeners behind it, those that end the answer, are not called
  })),
)

/** They run when the time of the handler is over. */
const brief = () => ({ handlerTimeout: 20 })
const never = new Promise<never>(() => {})

/** The values that listeners throw, return and reject with. */
export const listenerPlaces: Readonly<Record<string, Place>> = Object.assign(
  {},
  ...onEmitters,
  ...onStreams,
  inEachWay('a listener on request.signal', (give) => ({
    options: brief,
    on: (server, make) =>
      server.get('/fault', ({ signal }) => {
        signal.addEventListener('abort', give(make))
        return never
      }),
    mayWait: true,
  })),
  inEachWay('onabort of request.signal', (give) => ({
    options: brief,
    on: (server, make) =>
      server.get('/fault', ({ signal }) => {
        signal.onabort = give(make)
        return never
      }),
    mayWait: true,
  })),
  inEachWay('handleEvent of a listener on request.signal', (give) => ({
    options: brief,
    on: (server, make) =>
      server.get('/fault', ({ signal }) => {
        signal.addEventListener('abort', { handleEvent: give(make) })
        return never
      }),
    mayWait: true,
  })),
  {
    'destroy of reply.raw': {
      on: (server: Loose, make: Loose) =>
        server.get('/fault', (_request: Loose, reply: Loose) => {
          reply.raw.destroy(make())
          return 'handled'
        }),
      cut: true,
    },
    'destroy of a payload': {
      on: (server: Loose, make: Loose) =>
        server.get('/fault', (_request: Loose, reply: Loose) => {
          const source = new Readable({ read() {} })
          reply.send(source)
          source.destroy(make())
          return reply
        }),
      cut: true,
    },
    'an error event of reply.raw': {
      on: (server: Loose, make: Loose) =>
        server.get('/fault', (_request: Loose, reply: Loose) => {
          reply.raw.emit('error', make())
          return 'handled'
        }),
    },
  },
)
