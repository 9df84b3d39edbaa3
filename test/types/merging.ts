// An application types its own decorations by merging. It is compiled, not run.
import type { Instance, Reply, Request } from 'alcove'

declare module 'alcove' {
  interface Request {
    mergedIntoRequest: number
  }
  interface Reply {
    mergedIntoReply: string
  }
  interface Instance {
    mergedIntoInstance: boolean
  }
}

export function read(request: Request, reply: Reply<{ body: { type: 'string' } }>, instance: Instance) {
  const seen: [number, string, boolean] = [
    request.mergedIntoRequest,
    reply.mergedIntoReply,
    instance.mergedIntoInstance,
  ]
  // @ts-expect-error it is a number
  const wrong: string = request.mergedIntoRequest
  return [seen, wrong]
}
