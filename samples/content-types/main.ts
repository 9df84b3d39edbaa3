// Bodies of routes: JSON is parsed and validated. Another media type needs a parser, and the route must allow it.
// Start it: npm run build:all && node build/samples/content-types/main.js
import formbody from '@fastify/formbody' // an unmodified plugin: parses application/x-www-form-urlencoded
import { Body, bootstrap, Controller, type Instance, Module, Post, Schema } from 'alcove'
import { startWhenMain } from '../start.js'

const User = { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 20 } } } as const

@Controller()
class BodyController {
  // A route with a body schema accepts JSON only, because only that is validated: other media types get 415.
  @Post('/json')
  @Schema({ body: User })
  json(@Body() body: unknown) {
    return body
  }

  // Each media type has its schema: the others get 415.
  @Post('/either')
  @Schema({
    body: {
      content: { 'application/json': { schema: User }, 'text/plain': { schema: { type: 'string', maxLength: 20 } } },
    },
  })
  either(@Body() body: unknown) {
    return { body }
  }

  // `bodyValidation: 'parsed'`: the one schema validates every body that the server can parse.
  @Post('/parsed', { bodyValidation: 'parsed' })
  @Schema({ body: User })
  parsed(@Body() body: unknown) {
    return body
  }

  // A parser may be registered for a pattern. Its result is validated too.
  @Post('/table', { bodyValidation: 'parsed' })
  @Schema({ body: { type: 'array', maxItems: 2, items: { type: 'array', items: { type: 'number' } } } })
  table(@Body() rows: unknown) {
    return rows
  }

  @Post('/short', { bodyLimit: 10 })
  short(@Body() body: unknown) {
    return body
  }
}

@Module({ plugins: [formbody], controllers: [BodyController] })
class Known {
  configure(instance: Instance) {
    instance.addContentTypeParser(
      /^text\/(?:csv|tab-separated-values)$/,
      { parseAs: 'string' },
      (request, body, done) => {
        const separator = request.mediaType === 'text/csv' ? ',' : '\t'
        done(
          null,
          body.split('\n').map((line) => line.split(separator)),
        )
      },
    )
  }
}

@Controller('/anything')
class AnyController {
  @Post()
  count(@Body() bytes: number) {
    return { bytes }
  }
}

/** A parser for `*` gets bodies that no other parser takes, in this context only. This one reads the stream itself. */
@Module({ controllers: [AnyController] })
class Anything {
  configure(instance: Instance) {
    instance.removeAllContentTypeParsers() // those for JSON and text too, because this module only counts bytes
    instance.addContentTypeParser('*', async (_request: unknown, stream: AsyncIterable<Buffer>) => {
      let bytes = 0
      for await (const chunk of stream) bytes += chunk.length
      return bytes
    })
  }
}

@Module({ imports: [Known, Anything] })
class AppModule {}

export const app = bootstrap(AppModule)

const form = `-d 'name=Ada'`
const text = `-H 'content-type: text/plain' -d 'Ada'`

await startWhenMain(import.meta, app, [
  [`/json --json '{"name":"Ada"}'`, '200 {"name":"Ada"}'],
  [`/json --json '{"name":'`, '400 …Body is not valid JSON…'],
  [`/json ${form}`, '415 …Send application/json…'],
  [`/either ${text}`, '200 {"body":"Ada"}'],
  [`/either ${form}`, '415 …Send one of application/json, text/plain…'],
  [`/parsed ${form}`, '200 {"name":"Ada"}'],
  [`/parsed ${text}`, '400 …body should be object…'],
  [`/table -H 'content-type: text/csv' -d '1,2'`, '200 [[1,2]]'],
  [`/table -H 'content-type: text/csv' -d '1,two'`, '400 …body/0/1 should be number…'],
  [`/table -H 'content-type: application/x-unknown' -d '1'`, '415 …Unsupported Media Type: application/x-unknown…'],
  [`/short --json '"longer than ten bytes"'`, '413 …Request body is too large…'],
  [`/anything -H 'content-type: application/x-unknown' -d 'whatever'`, '200 {"bytes":8}'],
  [`/anything --json '{"name":"Ada"}'`, '200 {"bytes":14}'],
])
