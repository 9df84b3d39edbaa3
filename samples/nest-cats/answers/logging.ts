import { Injectable, type Next, type Reply, type Request } from 'alcove'

/** Was a LoggingInterceptor: it logs how long a handler took, whether or not it failed. */
@Injectable()
export class Logging {
  async around(request: Request, _reply: Reply, next: Next): Promise<unknown> {
    const begun = performance.now()
    try {
      return await next()
    } finally {
      request.log.info({ milliseconds: performance.now() - begun }, 'handled')
    }
  }
}
