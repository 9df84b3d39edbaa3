import {
  Body,
  Controller,
  contextValue,
  Get,
  Guard,
  Inject,
  Injectable,
  lazy,
  Module,
  paramOf,
  provide,
  Query,
  requestValue,
  Schema,
  token,
  Use,
  use,
} from 'alcove'
import { expect } from 'chai'
import { refusalOf } from './boot-failure.js'

/** A value that a JavaScript user can pass. */
const careless = (value: unknown): never => value as never

interface Case {
  rule: string
  words: readonly string[]
  declare: () => new () => object
}

const cases: readonly Case[] = [
  {
    rule: '@Module takes an object',
    words: ['@Module', 'Wrong'],
    declare: () => {
      @Module(careless(5))
      class Wrong {}
      return Wrong
    },
  },
  {
    rule: '@Module takes no option that it does not know',
    words: ['Wrong', 'provider', 'providers'],
    declare: () => {
      @Module(careless({ provider: [] }))
      class Wrong {}
      return Wrong
    },
  },
  {
    rule: 'decorateRequest takes request values only',
    words: ['Wrong', 'decorateRequest', 'requestValue'],
    declare: () => {
      @Module({ decorateRequest: careless([contextValue<number>('level').is(3)]) })
      class Wrong {}
      return Wrong
    },
  },
  {
    rule: 'providers takes no numbers',
    words: ['Wrong', 'providers'],
    declare: () => {
      @Module({ providers: careless([5]) })
      class Wrong {}
      return Wrong
    },
  },
  {
    rule: 'schemas takes no schema without $id',
    words: ['Wrong', '$id'],
    declare: () => {
      @Module({ schemas: careless([{ type: 'string' }]) })
      class Wrong {}
      return Wrong
    },
  },
  {
    rule: '@Controller takes a prefix or options',
    words: ['@Controller', 'Wrong'],
    declare: () => {
      @Controller(careless(5))
      class Wrong {}
      @Module({ controllers: [Wrong] })
      class Root {}
      return Root
    },
  },
  {
    rule: '@Get takes a path',
    words: ['@Get', 'Routes.read'],
    declare: () => servingMethod(() => Get(careless(5))),
  },
  {
    rule: '@Use takes a function',
    words: ['@Use', 'Routes.read'],
    declare: () => servingMethod(() => Use('onRequest', careless(5))),
  },
  {
    rule: '@Use takes no class as the function of a hook',
    words: ['@Use', 'Routes.read', 'the class Audit'],
    declare: () => servingMethod(() => Use('onRequest', careless(class Audit {}))),
  },
  {
    rule: '@Use takes the name of a hook',
    words: ['onRequst', 'onRequest'],
    declare: () =>
      servingMethod(() =>
        Use(
          careless('onRequst'),
          careless(async () => undefined),
        ),
      ),
  },
  {
    rule: '@Use takes a class with methods that run for its place',
    words: ['@Use', 'Routes.read', 'Nothing', 'no such method', '@Around'],
    declare: () => servingMethod(() => Use(class Nothing {})),
  },
  {
    rule: '@Guard takes a function or a class',
    words: ['@Guard', 'Routes.read'],
    declare: () => servingMethod(() => Guard(careless(5))),
  },
  {
    rule: '@Guard takes no class without canActivate',
    words: ['Routes.read', 'canActivate'],
    declare: () => servingMethod(() => Guard(careless(class Opens {}))),
  },
  {
    rule: '@Schema takes an object',
    words: ['@Schema', 'Routes.read'],
    declare: () => servingMethod(() => Schema(careless(5))),
  },
  {
    rule: '@Injectable takes a scope that exists',
    words: ['Service', 'singleton', 'transient'],
    declare: () => {
      @Injectable(careless({ scope: 'singleton' }))
      class Service {}
      @Module({ providers: [Service] })
      class Root {}
      return Root
    },
  },
  {
    rule: '@Inject takes no undefined, which a cycle of imports leaves',
    words: ['@Inject', 'Service', 'lazy('],
    declare: () => {
      @Injectable()
      class Service {
        constructor(@Inject(careless(undefined)) readonly other: unknown) {}
      }
      @Module({ providers: [Service] })
      class Root {}
      return Root
    },
  },
  {
    rule: 'a parameter has one source',
    words: ['Routes.read', '@Body', '@Query'],
    declare: () => {
      @Controller()
      class Routes {
        @Get('/read')
        read(@Body() @Query() _both: unknown) {
          return ''
        }
      }
      @Module({ controllers: [Routes] })
      class Root {}
      return Root
    },
  },
  {
    rule: 'provide takes a token',
    words: ['provide'],
    declare: () => providing(() => provide(careless(undefined), { useValue: 1 })),
  },
  {
    rule: 'provide takes a recipe',
    words: ['provide', 'word', 'useValue'],
    declare: () => providing(() => provide(token<string>('word'), careless({}))),
  },
  {
    rule: 'provide names the key that it does not know',
    words: ['provide', 'got useValu. Pass exactly one of useValue'],
    declare: () => providing(() => provide(token<string>('word'), careless({ useValu: 'a' }))),
  },
  {
    rule: 'provide takes one recipe only',
    words: ['provide', 'word', 'useValue', 'useFactory'],
    declare: () => providing(() => provide(token<string>('word'), careless({ useValue: 'a', useFactory: () => 'b' }))),
  },
  {
    rule: 'use takes a class or a function',
    words: ['use('],
    declare: () => {
      @Module({ imports: [use(careless(undefined), {})] })
      class Root {}
      return Root
    },
  },
  {
    rule: 'use takes an object of options',
    words: ['use('],
    declare: () => {
      @Module({})
      class Child {}
      @Module({ imports: [use(Child, careless(5))] })
      class Root {}
      return Root
    },
  },
  {
    rule: 'use takes an object of a class of options, not the class',
    words: ['use(…, …) got the class Options', 'an object of options'],
    declare: () => {
      class Options {}
      use(async () => {}, careless(Options))
      return class Root {}
    },
  },
  {
    rule: 'a token has a name',
    words: ['requestValue'],
    declare: () => {
      requestValue('')
      return class Root {}
    },
  },
  {
    rule: 'lazy takes a function',
    words: ['lazy'],
    declare: () => {
      lazy(careless(5))
      return class Root {}
    },
  },
  {
    rule: 'paramOf takes a function',
    words: ['paramOf', 'Routes.read'],
    declare: () => {
      @Controller()
      class Routes {
        @Get('/read')
        read(@paramOf(careless(5)) _own: unknown) {
          return ''
        }
      }
      @Module({ controllers: [Routes] })
      class Root {}
      return Root
    },
  },
  {
    rule: 'two schemas for one part of a method are refused',
    words: ['Routes.read', 'body'],
    declare: () =>
      servingMethod(() => (target: object, key: string, descriptor: PropertyDescriptor) => {
        Reflect.apply(Schema({ body: { a: { type: 'string' } } }), undefined, [target, key, descriptor])
        Reflect.apply(Schema({ body: { b: { type: 'string' } } }), undefined, [target, key, descriptor])
      }),
  },
]

/** A module with `Routes.read`, to which one more decorator is applied. */
function servingMethod(decorator: () => unknown): new () => object {
  @Controller()
  class Routes {
    @Get('/read')
    read() {
      return ''
    }
  }
  const descriptor = Object.getOwnPropertyDescriptor(Routes.prototype, 'read')
  // Each decorator types the method below it; here all decorate one method.
  Reflect.apply(decorator() as MethodDecorator, undefined, [Routes.prototype, 'read', descriptor])
  @Module({ controllers: [Routes] })
  class Root {}
  return Root
}

function providing(provider: () => ReturnType<typeof provide>): new () => object {
  @Module({ providers: [provider()] })
  class Root {}
  return Root
}

describe('a wrong argument is refused by name:', () => {
  for (const { rule, words, declare } of cases) {
    it(rule, async () => {
      const { message } = await refusalOf(declare)
      for (const word of words) expect(message).to.include(word)
    })
  }
})
