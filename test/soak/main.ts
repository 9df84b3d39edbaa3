// `npm run soak -- --minutes 10`: sends mixed traffic over HTTP/1, h2c and TLS, some of it hostile, to 50 contexts. It
// ends with 1 on a leak or a wrong answer.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { kinds, type Ports, weights } from './clients.js'
import type { Figures } from './service.js'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    clients: { type: 'string', default: '30' },
    idle: { type: 'string', default: '1000' },
  },
})
const [minutes, clients, idle] = [values.minutes, values.clients, values.idle].map(Number) as [number, number, number]
if (!(minutes > 0 && clients > 0 && idle >= 0)) {
  console.error('usage: npm run soak -- [--minutes 10] [--clients 30] [--idle 1000]')
  process.exit(2)
}

/** The accepted difference after the traffic, against the values after a warm-up of the same kind. */
const bounds = { heap: 8 * 2 ** 20, handles: 5 }

const service = fork(fileURLToPath(new URL('./service.js', import.meta.url)), { execArgv: ['--expose-gc'] })
service.once('exit', (code, signal) => {
  if (code !== 0 || signal !== null) console.error(`the service ended with ${code ?? signal}`)
  if (code !== 0 || signal !== null) process.exit(1)
})
const [ports] = (await once(service, 'message')) as [Ports]

async function figures(): Promise<Figures> {
  service.send('figures')
  const [answer] = await once(service, 'message')
  return answer
}

const answers = new Map<string, Map<number, number>>()
const unexpected: string[] = []

async function traffic(until: number): Promise<void> {
  const names = Object.keys(kinds).flatMap((name) => Array.from({ length: weights[name] ?? 1 }, () => name))
  const visitor = async () => {
    while (Date.now() < until) {
      const name = names[Math.floor(Math.random() * names.length)] ?? 'get'
      const depth = Math.floor(Math.random() * 5)
      const below = Array.from({ length: depth }, (_, level) => `/d${level + 1}`).join('')
      const statuses = await kinds[name]!.visit(ports, `/c${Math.floor(Math.random() * 10)}${below}`)
      const counts = answers.get(name) ?? new Map<number, number>()
      answers.set(name, counts)
      for (const status of statuses) {
        counts.set(status, (counts.get(status) ?? 0) + 1)
        if (!kinds[name]!.expected.includes(status)) unexpected.push(`${name}: ${status}`)
      }
    }
  }
  await Promise.all(Array.from({ length: clients }, visitor))
  await delay(2_500) // what was left open is timed out
}

/** Bytes of heap for each connection that is open and has had one answer. */
async function perConnection(): Promise<number> {
  if (idle === 0) return 0
  const before = await figures()
  const sockets: Socket[] = []
  for (let number = 0; number < idle; number++) {
    const socket = connect({ port: ports.http, host: '127.0.0.1' })
    sockets.push(socket)
    socket.write('GET /c0/ HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
  }
  const during = await figures()
  for (const socket of sockets) socket.destroy()
  await delay(500)
  return Math.round((during.heap - before.heap) / idle)
}

function line(when: string, { heap, rss, handles, delay: { p50, p99, max }, unhandled }: Figures): string {
  const size = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`
  const held = Object.entries(handles).map(([kind, count]) => `${count} ${kind}`)
  return `${when}: heap ${size(heap)}, RSS ${size(rss)}, handles ${held.join(', ')}, event loop p50 ${p50} p99 ${p99} max ${max} ms, ${unhandled} unhandled`
}

const total = ({ handles }: Figures) => Object.values(handles).reduce((sum, count) => sum + count, 0)

const length = minutes * 60_000
await traffic(Date.now() + Math.min(length / 4, 20_000))
const start = await figures()
console.log(line('start', start))
answers.clear()
await traffic(Date.now() + length / 2)
const half = await figures()
console.log(line('half ', half))
await traffic(Date.now() + length / 2)
const end = await figures()
console.log(line('end  ', end))
console.log(`${await perConnection()} bytes of heap for an idle connection (${idle} of them)`)
service.send('contexts') // last of all: objects that it leaves behind must not count as present from the start
console.log(
  `${(await once(service, 'message'))[0]} bytes of heap for a context with a decoration, a hook and a route (1000 of them)`,
)
for (const [name, counts] of [...answers].sort()) {
  const told = [...counts].sort().map(([status, count]) => `${count} × ${status === 0 ? 'no answer' : status}`)
  console.log(`  ${name}: ${told.join(', ')}`)
}

const requests = [...answers.values()].flatMap((counts) => [...counts.values()]).reduce((sum, count) => sum + count, 0)
console.log(`${requests} requests`)

const problems = [
  ...(end.heap - start.heap > bounds.heap ? [`the heap has grown by ${end.heap - start.heap} bytes`] : []),
  ...(total(end) - total(start) > bounds.handles ? [`${total(end) - total(start)} more handles than before`] : []),
  ...(end.unhandled > 0 ? [`${end.unhandled} unhandled rejections`] : []),
  ...Array.from(new Set(unexpected), (answer) => `unexpected answer to ${answer}`),
]
for (const problem of problems) console.log(`FAILED: ${problem}`)
service.send('close')
await once(service, 'exit')
console.log(problems.length === 0 ? 'nothing has leaked, each answer was expected' : `${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
