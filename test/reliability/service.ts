// A service that tests start as a process of its own, to send signals to. It writes a line for each event to standard
// output. Options of `bootstrap` come as JSON in OPTIONS.
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type BootstrapOptions,
  bootstrap,
  Controller,
  Get,
  Hook,
  Injectable,
  type Instance,
  Module,
  Query,
  Rep,
  type Reply,
} from 'alcove'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
/** Stays open for ever at the place that STUCK_AT names. */
const stickAt = async (place: string) => {
  if (process.env.STUCK_AT !== place) return
  say(`stuck in ${place}`)
  await new Promise(() => setInterval(() => {}, 1000))
}
/** Requests that were accepted: that reached a handler. */
let handled = 0

@Injectable()
class Store {
  async [Symbol.asyncDispose]() {
    await sleep(20)
    say('disposed Store')
  }
}

@Injectable()
class Cache {
  constructor(readonly store: Store) {}
  dispose() {
    say('disposed Cache')
  }
}

@Controller()
class Routes {
  constructor(readonly cache: Cache) {}

  @Get('/work')
  async work(@Query({ ms: { type: 'integer', default: 0 } }) { ms }: { ms: number }) {
    handled++
    if (ms > 0) await sleep(ms)
    return { worked: ms }
  }

  @Get('/file')
  async file() {
    await readFile(new URL(import.meta.url))
    return { read: true }
  }

  /** Never ends by itself. */
  @Get('/events')
  events(@Rep() reply: Reply) {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
    reply.raw.write('data: first\n\n')
  }
}

@Module({ controllers: [Routes], providers: [Cache] })
class Inner {
  async configure() {
    await stickAt('configure')
  }
  @Hook('onReady') async ready() {
    await stickAt('onReady')
    if (!process.env.WARM) return
    say('warming')
    await sleep(500)
    say('warm')
  }
  @Hook('preClose') async before() {
    await stickAt('preClose')
    say('preClose of Inner')
  }
  @Hook('onClose') async after() {
    if (process.env.STUCK) await new Promise(() => setInterval(() => {}, 1000))
    say('onClose of Inner')
  }
}

@Module({ imports: [Inner], providers: [Store] })
class Outer {
  async configure() {
    if (!process.env.SLOW) return
    say('loading')
    await sleep(500)
  }
  @Hook('onClose') after(_instance: Instance) {
    say(`onClose of Outer after ${handled} requests`)
  }
}

const options: BootstrapOptions = JSON.parse(process.env.OPTIONS ?? '{}')
say(await bootstrap(Outer, options).listen({ port: 0, host: '127.0.0.1' }))
