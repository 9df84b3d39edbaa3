// Schemas of fluent-json-schema, whose objects have methods with the names of keywords. It is compiled, not run.
import { Body, Controller, createServer, Get, type Infer, Post, Query, Schema } from 'alcove'
import { same } from './same.js'

/** The shape of the builders of the package. */
interface ObjectSchema {
  isFluentSchema: boolean
  isFluentJSONSchema: boolean
  enum(values: readonly unknown[]): this
  const(value: unknown): this
  not(schema: ObjectSchema): this
  anyOf(schemas: readonly ObjectSchema[]): this
  required(names?: readonly string[]): this
  prop(name: string, schema?: ObjectSchema): this
  valueOf(): object
}
declare const cat: ObjectSchema

same<Infer<typeof cat>, unknown>(true)
same<Infer<{ type: 'object'; required: ['cat']; properties: { cat: ObjectSchema } }>, { cat: unknown }>(true)

@Controller('/cats')
export class Cats {
  @Get()
  @Schema({ response: { 200: cat } })
  read() {
    return { name: 'Tom' }
  }

  @Post()
  @Schema({ response: { 201: cat, 404: cat } })
  async add(@Body(cat) body: { name: string }, @Query(cat) query: { dry?: boolean }) {
    return query.dry ? { name: 'nobody' } : body
  }
}

const server = createServer()
server.post('/', { schema: { body: cat, response: { 200: cat } } }, () => 1)
