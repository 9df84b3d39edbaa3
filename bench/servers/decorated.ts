import { bootstrap } from 'alcove'
import { bootModules } from '../decorated/boot.js'
import { requestModules } from '../decorated/requests.js'
import { loopback, portOf, type StartServer } from './server.js'

const modules = { ...requestModules, ...bootModules }

function startWith(options: Parameters<typeof bootstrap>[1]): StartServer {
  return async ({ name }) => {
    const makeModule = modules[name]
    if (makeModule === undefined) throw new Error(`${name} has no decorated form in bench/decorated`)
    const app = bootstrap(makeModule(), options)
    return { port: portOf(await app.listen(loopback)), close: () => app.close() }
  }
}

export const start = startWith({})

export const startLazy = startWith({ compile: 'lazy' })

export const startVersion8 = startWith({ validatorengine: { version: 8 } })
