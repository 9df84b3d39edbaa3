import type { BenchInstance, BootWorkload } from '../workloads/workload.js'

/** What is compared. The first is what the others are measured against. */
export const kinds = ['fastify', 'core', 'decorated'] as const

export type Kind = (typeof kinds)[number]

/** Starts one server; the promise gives its port. */
export type StartServer = (workload: BootWorkload) => Promise<number>

/** Both frameworks have these methods, with more precise types than the workloads need. */
export function asBenchInstance(instance: object): BenchInstance {
  return instance as BenchInstance // checked by running: each workload's answers are compared
}

/** `http://127.0.0.1:1234` → 1234 */
export function portOf(address: string): number {
  return Number(new URL(address).port)
}
