// Keys of a route schema, and options of modules. It is compiled, not run.
import {
  Controller,
  Get,
  type Instance,
  Module,
  type PluginOptions,
  PluginWrapped,
  type RouteSchema,
  Schema,
  use,
} from 'alcove'

const Any = { type: 'object' } as const

@Controller()
export class Parts {
  @Get()
  @Schema({ params: Any, query: Any, headers: Any, response: { 200: Any }, 'x-role': 'admin', tags: ['a'], hide: true })
  known() {
    return {}
  }
  @Get()
  @Schema({ body: Any } as RouteSchema)
  unknownToTypes() {
    return {}
  }
  @Get()
  // @ts-expect-error misspelt
  @Schema({ respnse: { 200: Any } })
  misspelt() {
    return {}
  }
  // @ts-expect-error a getter is not a handler
  @Get()
  get value() {
    return 1
  }
  @Get()
  // @ts-expect-error one of two
  @Schema({ querystring: Any, boddy: Any })
  oneOfTwo() {
    return {}
  }
}

// the type of a route schema, for constants of the application
const missing = {
  response: { 404: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } } },
} as const satisfies Parameters<typeof Schema>[0]
export const withMissing = Schema({ body: Any, ...missing })
export const withoutType = (schema: Parameters<typeof Schema>[0]) => Schema(schema)
// @ts-expect-error misspelt
export const misspeltPart = { respnse: { 404: Any } } satisfies Parameters<typeof Schema>[0]
// @ts-expect-error misspelt
export const misspeltType = { body: { type: 'objct' } } satisfies Parameters<typeof Schema>[0]

@Module()
class Greeting {
  configure(_: Instance, options: { word: string; times?: number }) {
    return options.word
  }
}
@Module()
class Later {
  async configure(_: Instance, { word, times = 1 }: { word: string; times?: number }) {
    return word.repeat(times)
  }
}
class Base {
  configure(_: Instance, options: { kind: 'a'; a: number } | { kind: 'b'; b: string }) {
    return options.kind
  }
}
@Module()
@PluginWrapped()
class Inherited extends Base {}
@Module()
class Generic<T extends { word: string }> {
  configure(_: Instance, options: T) {
    return options.word
  }
}
export const others = [
  use(Later, { word: 'x' }),
  use(Later, () => ({ word: 'x', times: 2 })),
  use(Inherited, { kind: 'b', b: '' }),
  use(Generic, { word: 'x' }),
  // @ts-expect-error misspelt in an asynchronous method
  use(Later, { word: 'x', tiems: 2 }),
  // @ts-expect-error misspelt in what a function gives
  use(Later, () => ({ wrod: 'x' })),
  // @ts-expect-error of the other kind
  use(Inherited, { kind: 'a', b: '' }),
  // @ts-expect-error misspelt in a generic class
  use(Generic, { wrod: 'x' }),
]
@Module()
class Loose {
  configure(_: Instance, options: PluginOptions) {
    return options
  }
}
@Module()
class Quiet {}
@Module()
class Defaulted {
  configure(_: Instance, { word = 'x' }: { word?: string } = {}) {
    return word
  }
}

export const fitting = [
  use(Greeting, { word: 'x' }),
  use(Greeting, { word: 'x', times: 2, prefix: '/greeting' }),
  use(Greeting, () => ({ word: 'x' })),
  use(Loose, { anything: 1 }),
  use(Quiet),
  use(Quiet, { prefix: '/quiet' }),
  use(Defaulted),
  use(Defaulted, { word: 'y', prefix: '/d' }),
]
export const wrong = [
  // @ts-expect-error misspelt
  use(Greeting, { wrod: 'x' }),
  // @ts-expect-error misspelt beside the right one
  use(Greeting, { word: 'x', tiems: 2 }),
  // @ts-expect-error a number for a text
  use(Greeting, { word: 7 }),
  // @ts-expect-error the word is missing
  use(Greeting),
  // @ts-expect-error the word is missing
  use(Greeting, { prefix: '/greeting' }),
  // @ts-expect-error misspelt
  use(Defaulted, { wrod: 'y' }),
]
