/** Calls an application without a socket, and prints the processor time of one call. Arguments: a workload, a kind. */
import { deepStrictEqual } from 'node:assert'
import { asBenchInstance } from '../servers/server.js'
import { handleWorkload, injectWorkload } from '../workloads/all.js'
import { answer, w1 } from '../workloads/w1.js'

interface Injecting {
  inject(options: { method: 'GET'; url: string; headers: Record<string, string> }): Promise<{ payload: string }>
}

/** Prepares one call, which is not measured, and returns it. It gives the text of the answer. */
type Prepare = () => () => Promise<string>

const windows = 40
const warmUps = 40
const callsOfWindow = 250
const path = '/small'
const headers = { accept: '*/*', 'user-agent': 'bench' }

function byFetch(respond: (request: Request) => Response | Promise<Response>): Prepare {
  return () => {
    const request = new Request(`http://localhost${path}`, { headers })
    return async () => (await respond(request)).text()
  }
}

async function byInject(instance: Injecting): Promise<Prepare> {
  await w1.register(asBenchInstance(instance))
  return () => async () => (await instance.inject({ method: 'GET', url: path, headers })).payload
}

async function byHandle(): Promise<Prepare> {
  const { createServer } = await import('alcove/core')
  const server = createServer()
  await w1.register(asBenchInstance(server))
  return byFetch(server.handle)
}

const injected: Readonly<Record<string, () => Promise<Prepare>>> = {
  fastify: async () => byInject((await import('fastify')).fastify()),
  core: async () => byInject((await import('alcove/core')).createServer()),
  'drop-in': async () => byInject((await import('alcove/fastify')).fastify()),
}

const callers: Readonly<Record<string, typeof injected>> = {
  [injectWorkload.name]: injected,
  [handleWorkload.name]: {
    fastify: async () => byInject((await import('fastify')).fastify()),
    hono: async () => byFetch((await import('../peers/hono.js')).small().fetch),
    core: byHandle,
  },
}

/** Microseconds of the processor for all calls, without their preparation. */
async function runWindow(prepare: Prepare): Promise<number> {
  const calls = Array.from({ length: callsOfWindow }, prepare)
  const before = process.cpuUsage()
  for (const call of calls) await call()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

const [workload = '', kind = ''] = process.argv.slice(2)
const makeCaller = callers[workload]?.[kind]
if (makeCaller === undefined) throw new Error(`${workload} is not written for ${kind}`)
const prepare = await makeCaller()
deepStrictEqual(JSON.parse(await prepare()()), answer)
for (let index = 0; index < warmUps; index += 1) await runWindow(prepare)
let total = 0
for (let index = 0; index < windows; index += 1) total += await runWindow(prepare)
process.stdout.write(JSON.stringify({ cpu: total / windows / callsOfWindow }))
