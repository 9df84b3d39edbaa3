import { fastify } from 'fastify'
import { loopback, portOf } from '../servers/server.js'
import { routeSchemas } from '../workloads/boot.js'
import { answerOnce } from './answer-once.js'
import { routeCount } from './routes.js'

const app = fastify()
for (const { path, schema } of routeSchemas(routeCount)) app.get(path, { schema }, (request) => request.params)
answerOnce(portOf(await app.listen(loopback)))
