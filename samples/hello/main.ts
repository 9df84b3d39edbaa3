// The smallest application: a module, a controller, a route and its schemas.
// Start it: npm run build:all && node build/samples/hello/main.js
import { bootstrap, Controller, Get, Module, Param, Query, Schema } from 'alcove'
import { startWhenMain } from '../start.js'

@Controller('/hello')
class HelloController {
  @Get()
  greet() {
    return { hello: 'world' }
  }

  // The query is validated, and has the type of its schema. Only properties that the response schema declares are sent.
  @Get('/:name')
  @Schema({ response: { 200: { greeting: { type: 'string' } } } })
  greetByName(
    @Param('name') name: string,
    @Query({ times: { type: 'integer', minimum: 1, maximum: 3, default: 1 } }) query: { times: number },
  ) {
    return { greeting: `Hello, ${name}!`.repeat(query.times), secret: 'not declared, so not sent' }
  }
}

@Module({ controllers: [HelloController] })
class AppModule {}

export const app = bootstrap(AppModule)

await startWhenMain(import.meta, app, [
  ['/hello', '200 {"hello":"world"}'],
  ['/hello/Ada', '200 {"greeting":"Hello, Ada!"}'],
  ['/hello/Ada?times=2', '200 {"greeting":"Hello, Ada!Hello, Ada!"}'],
  [
    '/hello/Ada?times=many',
    '400 {"statusCode":400,"error":"Bad Request","message":"querystring/times should be integer"}',
  ],
  ['/nobody', '404 …Route GET:/nobody not found…'],
])
