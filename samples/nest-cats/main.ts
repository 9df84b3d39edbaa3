// Nest's sample 01-cats-app, ported: a controller with a service, a guard by roles, interceptors, a filter and pipes.
// Start it: npm run build:all && node build/samples/nest-cats/main.js
import { bootstrap } from 'alcove'
import { startWhenMain } from '../start.js'
import { AppModule } from './app-module.js'

export const app = bootstrap(AppModule)

const tom = `--json '{"name":"Tom","age":3,"breed":"Persian"}'`

await startWhenMain(import.meta, app, [
  ['/cats', '200 {"data":[]}'],
  [`/cats ${tom}`, '403 …"code":"ALC_ERR_FORBIDDEN"…'],
  [`/cats ${tom} -H "x-role: admin"`, '201 {"data":{"name":"Tom","age":3,"breed":"Persian"}}'],
  [`/cats --json '{"name":"Tom","age":-1,"breed":"Persian"}' -H "x-role: admin"`, '400 …body/age should be >= 0…'],
  ['/cats/1', '200 {"data":{"name":"Tom","age":3,"breed":"Persian"}}'],
  ['/cats/one', '400 …params/id should be integer…'],
  ['/cats/7', '404 {"statusCode":404,"message":"There is no cat 7","path":"/cats/7"}'],
])
