// The option `validatorengine` configures the default validator: its `customOptions`, and its `plugins`.
// Start it: npm run build:all && node build/samples/validator-options/main.js
import mergePatch from 'ajv-merge-patch-6' // keywords $merge and $patch, for version 6 of the validator
import { Body, bootstrap, Controller, Get, type Infer, Module, Post, Query, Schema } from 'alcove'
import { startWhenMain } from '../start.js'

const Search = {
  type: 'object',
  properties: {
    ids: { type: 'array', items: { type: 'integer' }, default: [] },
    limit: { type: 'integer', default: 10 },
  },
} as const

const base = { type: 'object', properties: { name: { type: 'string' } }, additionalProperties: false }

@Controller()
class SearchController {
  // Without `coerceTypes: 'array'`, `?ids=1` would answer 400: one value is not an array.
  @Get('/search')
  search(@Query(Search) { ids, limit }: Infer<typeof Search>) {
    return { ids, limit }
  }

  @Post('/merged')
  @Schema({ body: { $merge: { source: base, with: { required: ['name'] } } } })
  merged(@Body() body: unknown) {
    return body
  }

  @Post('/patched')
  @Schema({
    body: { $patch: { source: base, with: [{ op: 'add', path: '/properties/age', value: { type: 'integer' } }] } },
  })
  patched(@Body() body: unknown) {
    return body
  }
}

@Module({ controllers: [SearchController] })
class AppModule {}

export const app = bootstrap(AppModule, {
  validatorengine: {
    // The other options keep their defaults: removeAdditional, useDefaults and nullable are on.
    customOptions: { coerceTypes: 'array' },
    plugins: [mergePatch],
  },
})

await startWhenMain(import.meta, app, [
  ['/search?ids=1', '200 {"ids":[1],"limit":10}'],
  ['/search?ids=1&ids=2&limit=5&other=removed', '200 {"ids":[1,2],"limit":5}'],
  ['/search?ids=one', '400 …querystring/ids/0 should be integer…'],
  [`/merged --json '{"name":"Ada"}'`, '200 {"name":"Ada"}'],
  [`/merged --json '{}'`, "400 …body should have required property 'name'…"],
  [`/patched --json '{"name":"Ada","age":"36"}'`, '200 {"name":"Ada","age":36}'],
])
