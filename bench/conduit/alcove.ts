/** samples/conduit as it is, with the content of a day. */
import { createConduit } from '../../samples/conduit/app.js'
import { Database } from '../../samples/conduit/database/database.js'
import { loopback, portOf, type StartServer } from '../servers/server.js'
import { seed, settings } from './data.js'
import { log } from './services.js'

export const start: StartServer = async () => {
  const app = await createConduit(settings, log).ready()
  await seed(app.get(Database))
  return { port: portOf(await app.listen(loopback)), close: () => app.close() }
}
