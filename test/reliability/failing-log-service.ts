// A service whose logger throws when it has started. It writes a line for each step of its end to standard output.
import { bootstrap, Hook, Injectable, Module } from 'alcove'

const write = (line: string): void => void process.stdout.write(`${line}\n`)

const log = Object.fromEntries(
  ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map((level) => [
    level,
    () => {
      throw new Error('The disk is full')
    },
  ]),
)
const loggerInstance = { ...log, level: 'info', child: () => loggerInstance } as never // a logger by its methods only

@Injectable()
class Store {
  dispose() {
    write('disposed')
  }
}

@Module({ providers: [Store] })
class App {
  constructor(readonly store: Store) {}
  @Hook('onClose') async end() {
    write('onClose')
    if (process.env.REJECTED) throw new Error('planned')
  }
}

process.on('uncaughtException', () => {}) // many services log it, and go on
write(await bootstrap(App, { loggerInstance }).listen({ port: 0, host: '127.0.0.1' }))
