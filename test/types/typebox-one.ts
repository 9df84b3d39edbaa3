// Schemas of TypeBox 1, whose types are interfaces with the key `~kind` or `~unsafe`. It is compiled, not run.
import { Body, Controller, createServer, Get, type Infer, Post, Query, Schema } from 'alcove'
import { same } from './same.js'

// The shapes of the package `typebox`, version 1.

interface TString {
  '~kind': 'String'
  type: 'string'
}
interface TUnknown {
  '~kind': 'Unknown'
}
interface TRef<Name extends string> {
  '~kind': 'Ref'
  $ref: Name
}
interface TCyclic<Defs, Name extends string> {
  '~kind': 'Cyclic'
  $defs: Defs
  $ref: Name
}
interface TUnsafe<T> {
  '~unsafe': T
}
interface TObject<P> {
  '~kind': 'Object'
  type: 'object'
  properties: P
  required: (keyof P)[]
}
declare const text: TString
declare const anything: TUnknown
declare const user: TRef<'user'>
declare const tree: TCyclic<{ Node: TObject<{ next: TRef<'Node'> }> }, 'Node'>
declare const day: TUnsafe<{ day: string }>
declare const named: TObject<{ name: TString; more: TUnknown }>

same<Infer<typeof named>, { name: string; more: unknown }>(true)
same<Infer<typeof day>, { day: string }>(true)
same<Infer<typeof anything>, unknown>(true)

@Controller('/a')
export class TypeBoxOne {
  @Get('/unknown')
  @Schema({ response: { 200: anything } })
  any() {
    return 1
  }

  @Get('/ref')
  @Schema({ response: { 200: user, 201: tree } })
  ref() {
    return { name: 'Ada' }
  }

  @Post()
  add(@Body(anything) body: unknown, @Query('q', anything) q: unknown, @Query('text', text) words: string) {
    return [body, q, words]
  }

  @Get('/day')
  @Schema({ response: { 200: day } })
  day() {
    return { day: 'today' }
  }

  @Get('/no-day')
  // @ts-expect-error day: the handler returns number, the schema says string
  @Schema({ response: { 200: day } })
  noDay() {
    return { day: 1 }
  }

  // @ts-expect-error the parameter is declared with a number
  @Post('/wrong') wrong(@Body(named) _body: { name: number }) {}
}

const server = createServer()
server.post('/', { schema: { body: user, querystring: named, response: { 200: anything, 201: tree } } }, () => 1)
