import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'

/** A loader that writes down what is imported. */
const loader = `export async function load(url, context, next) { process._rawDebug(url); return next(url, context) }`
const register = `data:text/javascript,import { register } from 'node:module'; register('data:text/javascript,${encodeURIComponent(loader)}')`

/** The addresses of the modules that a process of the bench loads until it listens. */
async function loadedBy(kind: string, workload: string): Promise<string> {
  const program = inRepository('build', 'bench', 'servers', 'process.js')
  const script = `process.argv.splice(1, 0, ''); await import(${JSON.stringify(program)}); process.exit(0)`
  const found = await promisify(execFile)(process.execPath, [
    ...['--import', register, '--input-type=module', '--eval', script, '--', kind, workload],
  ])
  return found.stderr
}

describe('a process of the bench', function () {
  this.timeout(60_000)

  for (const kind of ['fastify', 'core', 'decorated']) {
    it(`loads zod for W9 alone: ${kind}`, async () => {
      expect(await loadedBy(kind, 'W9')).to.include('/node_modules/zod/')
      expect(await loadedBy(kind, 'W1'))
        .to.include('/bench/workloads/w1.js')
        .and.not.include('/node_modules/zod/')
    })
  }
})
