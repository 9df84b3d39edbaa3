/** The small answer of W1, with more around it. */
import { Writable } from 'node:stream'
import { certificate } from '../../../test/support/certificate.js'
import { requestBytes } from '../request-bytes.js'
import { w1 } from '../w1.js'
import type { Workload } from '../workload.js'

/** Formatted lines go nowhere: what a disk takes is not the server's. */
export const nowhere = new Writable({ write: (_line, _encoding, done) => done() })

const log: Workload = { ...w1, name: 'log', title: 'W1 with request logging', options: { logger: { stream: nowhere } } }

const stages = ['onRequest', 'preParsing', 'preValidation', 'preHandler', 'onSend', 'onResponse'] as const

const hooks: Workload = {
  ...w1,
  name: 'hooks',
  title: 'W1 behind six async hooks, one of each stage',
  register: (instance) => {
    // Not one function for all: hooks of an application are different functions.
    for (const stage of stages) instance.addHook(stage, async (_request: object, _reply: object) => undefined)
    return w1.register(instance)
  },
}

const further = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`x-further-${index}`, `value ${index}`]))

const headers: Workload = {
  ...w1,
  name: 'headers',
  title: 'W1 with 25 further headers in the request',
  request: requestBytes('GET', '/small', undefined, further),
}

const https: Workload = {
  ...w1,
  name: 'https',
  title: 'W1 over TLS',
  protocol: 'https',
  options: { https: certificate },
}

const http2: Workload = { ...w1, name: 'http2', title: 'W1 over HTTP/2', protocol: 'http2', options: { http2: true } }

export const networkWorkloads: readonly Workload[] = [log, hooks, headers, https, http2]
