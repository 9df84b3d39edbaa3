/** `alcove build` makes one file of this, with the schemas that it has compiled. */
import { bootstrap } from 'alcove'
import { schemaRoutes } from '../decorated/boot.js'
import { loopback, portOf } from '../servers/server.js'
import { answerOnce } from './answer-once.js'
import { routeCount } from './routes.js'

answerOnce(portOf(await bootstrap(schemaRoutes(routeCount)).listen(loopback)))
