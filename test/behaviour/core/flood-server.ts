/** `node --expose-gc flood-server.js`: prints the bytes that a server keeps after many requests with new headers. */
import { setTimeout as wait } from 'node:timers/promises'
import { createServer } from 'alcove/core'

const collect = globalThis.gc as () => void
const routes = 20
const values = 100

/** A new string for each call, because each request has strings of its own. */
const filling = (index: number) => Buffer.alloc(15_000, `${index}.`).toString('latin1')

/** Waits for the event loop first: objects that are released after the request would otherwise still count. */
async function readHeap(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    await wait(20)
    collect()
  }
  return process.memoryUsage().heapUsed
}

async function measure(send: (value: number, route: number) => Promise<unknown>): Promise<number> {
  for (let route = 0; route < routes; route++) await send(values, route) // creates the objects that exist only once
  const before = await readHeap()
  for (let route = 0; route < routes; route++) {
    for (let value = 0; value < values; value++) await send(value, route)
  }
  return (await readHeap()) - before
}

function sendContentType(value: number, route: number) {
  const headers = { 'content-type': `application/json; p="${filling(value)}"` }
  return server.inject({ method: 'POST', url: `/body${route}`, headers, payload: '{}' })
}

function sendHost(value: number, route: number) {
  return server.inject({ url: `/host${route}`, headers: { host: filling(value) } })
}

function sendAll(value: number) {
  const headers = { accept: filling(value), 'accept-version': filling(value), 'x-request-id': filling(value) }
  return server.inject({
    method: value % 2 === 0 ? 'GET' : 'HEAD',
    url: `/${filling(value)}?${filling(value)}`,
    headers,
  })
}

const server = createServer({ requestIdHeader: 'x-request-id' })
for (let route = 0; route < routes; route++) {
  server.post(`/body${route}`, () => 'taken')
  server.get(`/host${route}`, { constraints: { host: /\.test$/ } }, () => 'host')
  server.get(`/version${route}`, { constraints: { version: '1.0.0' } }, () => 'version')
}
await server.ready()
console.log(
  JSON.stringify({
    contentTypes: await measure(sendContentType),
    hosts: await measure(sendHost),
    others: await measure(sendAll),
  }),
)
await server.close()
