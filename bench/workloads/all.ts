import { day } from '../conduit/day.js'
import { bootWorkloads } from './boot.js'
import { scaleWorkloads } from './scale.js'
import { byteWorkloads } from './usual/bytes.js'
import { documentWorkloads } from './usual/documents.js'
import { liveWorkloads } from './usual/live.js'
import { networkWorkloads } from './usual/network.js'
import { pluginWorkloads } from './usual/plugins.js'
import { w1 } from './w1.js'
import { w2 } from './w2.js'
import { w3 } from './w3.js'
import { w4, w4AtOnce } from './w4.js'
import { w5 } from './w5.js'
import { w6 } from './w6.js'
import { w7 } from './w7.js'
import { w8 } from './w8.js'
import { w9 } from './w9.js'
import type { Named, ServedWorkload, Workload } from './workload.js'

export const requestWorkloads: readonly Workload[] = [w1, w2, w3, w4, w4AtOnce, w5, w6, w7, w8, w9]

/** Usual work of applications beside W1 to W9. */
export const usualWorkloads: readonly Workload[] = [
  ...byteWorkloads,
  ...documentWorkloads,
  ...pluginWorkloads,
  ...networkWorkloads,
  ...liveWorkloads,
]

/** A whole application. */
export const applicationWorkloads: readonly Workload[] = [day]

/** Nothing is served: the packages are loaded. */
export const importWorkload: Named = { name: 'I', title: 'import, and nothing else' }

/** Files that hold an application and its packages. */
export const coldWorkload: Named = { name: 'F', title: 'one file with 100 routes, until its first answer' }

/** W1 without a socket. Each application is called by the method that it has for WHATWG requests. */
export const handleWorkload: Named = { name: 'H', title: 'W1 without a socket, by handle or fetch' }
export const injectWorkload: Named = { name: 'J', title: 'W1 without a socket, by inject' }

/** Several workloads are served, and what they hold is compared. */
export const memoryWorkload: Named = { name: 'M', title: 'memory of one more route, context, idle connection' }

const workloads: readonly ServedWorkload[] = [
  ...requestWorkloads,
  ...usualWorkloads,
  ...applicationWorkloads,
  ...scaleWorkloads,
  ...bootWorkloads,
]

function namesOf(some: readonly Named[]): readonly string[] {
  return some.map(({ name }) => name)
}

export const requestNames = namesOf(requestWorkloads)
/** Also for frameworks without schemas of other libraries. */
export const schemaNames = requestNames.filter((name) => name !== w9.name)
/** Also for frameworks without classes, guards and injection. */
export const plainNames = schemaNames.filter((name) => name !== w8.name)
export const usualNames = namesOf(usualWorkloads)
export const applicationNames = namesOf(applicationWorkloads)
export const bootNames = namesOf(bootWorkloads)
/** Of all that a server is started for. */
export const servedNames = namesOf(workloads)
/** Of those that bench/decorated has, too. */
export const decoratedNames = servedNames.filter(
  (name) => !usualNames.includes(name) && !applicationNames.includes(name),
)
export const allWorkloads: readonly Named[] = [
  ...workloads,
  handleWorkload,
  injectWorkload,
  importWorkload,
  coldWorkload,
  memoryWorkload,
]
export const allNames = namesOf(allWorkloads)

/** The server that belongs to a name, whatever it is measured in. */
export function findWorkload(name: string): ServedWorkload {
  const found = workloads.find((workload) => workload.name === name)
  if (found === undefined) throw new Error(`there is no workload ${name}`)
  return found
}
