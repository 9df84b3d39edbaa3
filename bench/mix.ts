import { deepStrictEqual } from 'node:assert'
import { LoadClient } from './load.js'
import type { Mix } from './workloads/workload.js'

interface Listening {
  readonly port: number
}

/** The answer to each different request, sent once. */
async function answersOf({ requests, comparable }: Mix, { port }: Listening): Promise<readonly object[]> {
  return LoadClient.using({ port, requests, connections: 1 }, async (client) => {
    const answers: object[] = []
    for (const request of new Set(requests)) answers.push(comparable(await client.once(request)))
    return answers
  })
}

/** Servers that answer differently must not be compared. All have the same state, and none has had a request. */
export async function checkAgreement(mix: Mix, servers: readonly Listening[]): Promise<void> {
  const [first, ...others] = await Promise.all(servers.map((server) => answersOf(mix, server)))
  for (const other of others) deepStrictEqual(other, first)
}
