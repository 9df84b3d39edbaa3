import type { BenchInstance, ServedWorkload } from '../workloads/workload.js'

export interface RunningServer {
  readonly port: number
  close(): Promise<unknown>
}

/** Starts one server on a free port of the loopback address. */
export type StartServer = (workload: ServedWorkload) => Promise<RunningServer>

export const loopback = { port: 0, host: '127.0.0.1' } as const

/** Fastify and the core have these methods, with more precise types than the workloads need. */
export function asBenchInstance(instance: object): BenchInstance {
  return instance as BenchInstance // checked by running: each workload's answers are compared
}

/** `http://127.0.0.1:1234` → 1234 */
export function portOf(address: string): number {
  return Number(new URL(address).port)
}
