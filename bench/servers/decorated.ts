import { bootstrap } from 'alcove'
import { bootModules } from '../decorated/boot.js'
import { requestModules } from '../decorated/requests.js'
import { portOf, type StartServer } from './kinds.js'

const modules = { ...requestModules, ...bootModules }

export const start: StartServer = async ({ name }) => {
  const makeModule = modules[name]
  if (makeModule === undefined) throw new Error(`${name} has no decorated form in bench/decorated`)
  return portOf(await bootstrap(makeModule()).listen({ port: 0, host: '127.0.0.1' }))
}
