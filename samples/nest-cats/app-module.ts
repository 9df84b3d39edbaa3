import { HttpError } from '@fastify/sensible'
import { Around, ErrorHandler, Module, type Reply, type Request } from 'alcove'
import { Logging } from './answers/logging.js'
import { CatsModule } from './cats/cats-module.js'

@Around(Logging) // was app.useGlobalInterceptors(…)
@Module({ imports: [CatsModule] })
export class AppModule {
  // Was an HttpExceptionFilter. Other errors get the default answer.
  @ErrorHandler(HttpError)
  refuse({ statusCode, message }: HttpError, request: Request, reply: Reply) {
    return reply.code(statusCode).send({ statusCode, message, path: request.url })
  }
}
