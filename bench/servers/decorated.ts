import { pathToFileURL } from 'node:url'
import { bootstrap, type Class } from 'alcove'
import { bootModules } from '../decorated/boot.js'
import { artefactFile } from './artefact.js'
import { loopback, portOf, type StartServer } from './server.js'

/** Made anew each time: to declare the classes is part of a start. Those of other workloads are not in its heap. */
export async function decoratedModule(workload: string): Promise<Class> {
  const makeModule = bootModules[workload] ?? (await import('../decorated/requests.js')).requestModules[workload]
  if (makeModule === undefined) throw new Error(`${workload} has no decorated form in bench/decorated`)
  return makeModule()
}

function startWith(options: Parameters<typeof bootstrap>[1]): StartServer {
  return async ({ name }) => {
    const app = bootstrap(await decoratedModule(name), options)
    return { port: portOf(await app.listen(loopback)), close: () => app.close() }
  }
}

export const start = startWith({})

export const startLazy = startWith({ compile: 'lazy' })

/** To load the artefact is part of the start. */
export const startPrecompiled: StartServer = async (workload) => {
  const { default: precompiled } = await import(pathToFileURL(artefactFile(workload.name)).href)
  return startWith({ precompiled })(workload)
}

export const startVersion8 = startWith({ validatorengine: { version: 8 } })
