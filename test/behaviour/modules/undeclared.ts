import { Controller, type ControllerOptions, Get, Rep, type Reply, Schema } from 'alcove'
import type { RootModule } from './app.js'

export const Named = { type: 'object', properties: { name: { type: 'string' } } } as const
export const Problem = { type: 'object', properties: { title: { type: 'string' } } } as const
export const ada = { name: 'Ada', password: 'secret' }

/** The answer instead of one that is refused. */
export const refused =
  '500 {"statusCode":500,"code":"ALC_ERR_RESPONSE_UNDECLARED","error":"Internal Server Error","message":"Internal Server Error"}'

/** A controller whose paths name the status of the answer; its schema declares 200 and 404. */
export function undeclared(options: ControllerOptions = {}): RootModule {
  @Controller(options)
  class Users {
    @Get('/created')
    @Schema({ response: { 200: Named, 404: Problem } })
    created(@Rep() reply: Reply) {
      return reply.code(201).send(ada)
    }
    @Get('/conflict')
    @Schema({ response: { 200: Named, 404: Problem } })
    conflict(@Rep() reply: Reply) {
      return reply.code(409).send(ada)
    }
  }
  return Users
}
