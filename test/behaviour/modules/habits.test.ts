import {
  Around,
  Body,
  Controller,
  ErrorHandler,
  Get,
  Guard,
  Hook,
  Inject,
  Injectable,
  Module,
  NotFoundHandler,
  Param,
  PluginWrapped,
  Post,
  Public,
  provide,
  Req,
  Route,
  requestValue,
  routeValue,
  Schema,
  Status,
  Use,
} from 'alcove'
import { expect } from 'chai'
import { refusalOf } from './boot-failure.js'
import { any, careless, onMethod, onModule, onParameter, refuses } from './refusals.js'
import { serving } from './seen.js'

describe('a decorator without parentheses is refused, and not ignored:', () => {
  const names = { Guard, Public, Hook, Use, Around, Schema, Status, ErrorHandler, Post, Route }
  for (const [name, decorate] of Object.entries(names))
    refuses({ [`@${name}`]: { words: [`@${name} on Things.read got no parentheses`], declare: onMethod(decorate) } })
  const sources = { Body, Req, Inject, Param }
  for (const [name, decorate] of Object.entries(sources))
    refuses({ [`@${name}`]: { words: [`@${name} on Things.read got no parentheses`], declare: onParameter(decorate) } })
  refuses({
    'one made by routeValue': {
      words: ['@roles on Things.read got no parentheses'],
      declare: onMethod(routeValue('roles')),
    },
    '@Inject in a constructor': {
      words: ['@Inject on Things got no parentheses', '@Inject(…)'],
      declare: () => {
        @Controller()
        class Things {
          constructor(@any(Inject) readonly other: object) {}
        }
        return serving(Things)
      },
    },
    '@NotFoundHandler': {
      words: ['@NotFoundHandler on Root.missing got no parentheses', '@NotFoundHandler()'],
      declare: () => {
        @Module({})
        class Root {
          @any(NotFoundHandler) missing() {}
        }
        return Root
      },
    },
    '@PluginWrapped': {
      words: ['@PluginWrapped on Wrapped got no parentheses'],
      declare: () => {
        @any(PluginWrapped)
        @Module({})
        class Wrapped {}
        return Wrapped
      },
    },
  })
})

class Missing extends Error {}
class Conflict extends Error {}
class ParseIntPipe {
  transform(value: string) {
    return Number(value)
  }
}

class Audit {
  @Hook('onRequest') note() {}
}
class Noted {
  @Hook('onRequest') note() {}
}

describe('an argument that would have no effect is refused:', () => {
  refuses({
    'a second class of @ErrorHandler, as in @Catch of Nest': {
      words: ['@ErrorHandler on Things.read got the class Conflict', 'once for each'],
      declare: onMethod(any(ErrorHandler)(Missing, Conflict)),
    },
    'a second class of @Use': {
      words: ['@Use on Things.read got the class Noted', 'once for each'],
      declare: onMethod(any(Use)(Audit, Noted)),
    },
    'a second guard': {
      words: ['@Guard on Things.read got a function', 'once for each'],
      declare: onMethod(
        any(Guard)(
          () => true,
          () => false,
        ),
      ),
    },
    'a list of paths': {
      words: ['@Get on Things.read got an array', '@Get once for each path'],
      declare: onMethod(Get(careless(['/a', '/b']))),
    },
    'a misspelt option of @Guard': {
      words: ['option unknownPath', 'unknownPaths'],
      declare: onMethod(Guard(() => true, careless({ unknownPath: true }))),
    },
    'a misspelt option of @Injectable': {
      words: ['option scop', 'Pass scope'],
      declare: () => {
        @Injectable(careless({ scop: 'request' }))
        class Things {}
        return Things
      },
    },
    'a path among the options of @Controller, as in Nest': {
      words: ['@Controller on Things got option path', 'Pass prefix'],
      declare: () => {
        @Controller(careless({ path: 'things' }))
        class Things {
          @Get() read() {}
        }
        return serving(Things)
      },
    },
    'a path and a version among the options of @Controller, as in Nest': {
      words: ['Pass prefix for a path, and constraints: { version }'],
      declare: () => {
        @Controller(careless({ path: 'things', version: '1' }))
        class Things {
          @Get() read() {}
        }
        return serving(Things)
      },
    },
    'a host among the options of @Controller, as in Nest': {
      words: ['@Controller on Things got option host', "Pass constraints: { host: 'admin.example' }"],
      declare: () => {
        @Controller(careless({ prefix: 'things', host: 'admin.example' }))
        class Things {
          @Get() read() {}
        }
        return serving(Things)
      },
    },
    'a scope among the options of @Controller, as in Nest': {
      words: ['@Controller on Things got option scope', "@Injectable({ scope: 'request' }) below @Controller"],
      declare: () => {
        @Controller(careless({ prefix: 'things', scope: 2 }))
        class Things {
          @Get() read() {}
        }
        return serving(Things)
      },
    },
    'an object of a pipe, as in Nest': {
      words: ['@Param on Things.read got an object', 'For a pipe of Nest', 'give the parameter a schema'],
      declare: () => {
        @Controller('things')
        class Things {
          @Get(':id') read(@Param('id', careless(new ParseIntPipe())) _id: number) {}
        }
        return serving(Things)
      },
    },
    'a class of a pipe for the body, as in Nest': {
      words: ['@Body on Things.add got the class ParseIntPipe', 'give the parameter a schema'],
      declare: () => {
        @Controller('things')
        class Things {
          @Post() add(@Body(careless(ParseIntPipe)) _thing: unknown) {}
        }
        return serving(Things)
      },
    },
    'a path among the options of a route decorator': {
      words: ['@Get on Things.read got option path', 'first argument'],
      declare: onMethod(Get('', careless({ path: '/things' }))),
    },
    'a token without a value among the decorations': {
      words: ['decorateRequest', '.is(value)'],
      declare: onModule(() => ({ decorateRequest: [careless(requestValue('user'))] })),
    },
    'an object in the providers': {
      words: ['providers[0] of Root is an object of Audit', 'provide(Audit, { useValue: … })'],
      declare: onModule(() => ({ providers: [careless(new Audit())] })),
    },
    'a request value in the providers': {
      words: ['is the request value "user"', 'decorateRequest: [TheToken.is(value)]'],
      declare: onModule(() => ({ providers: [careless(requestValue('user'))] })),
    },
    'the dependencies of a factory under another key': {
      words: ["provide('clock', …) got the key deps", 'inject'],
      declare: onModule(() => ({ providers: [provide('clock', careless({ useFactory: () => 0, deps: [] }))] })),
    },
    useExisting: {
      words: ['useExisting', 'inject: [TheOther]'],
      declare: onModule(() => ({ providers: [provide('clock', careless({ useExisting: Audit }))] })),
    },
    useToken: {
      words: ['useToken', 'inject: [TheOther]'],
      declare: onModule(() => ({ providers: [provide('clock', careless({ useToken: Audit }))] })),
    },
    'the scope of a value': {
      words: ['the key scope', 'only useValue'],
      declare: onModule(() => ({ providers: [provide('clock', careless({ useValue: 0, scope: 'request' }))] })),
    },
    'a class as a factory': {
      words: ['got the class Audit', 'useClass'],
      declare: onModule(() => ({ providers: [provide('clock', careless({ useFactory: Audit }))] })),
    },
  })
})

describe('a factory that fails because it lacks values names the option inject:', () => {
  const failing = (recipe: object) => onModule(() => ({ providers: [Conflict, provide('report', careless(recipe))] }))
  const code = 'ALC_ERR_PROVIDER_FAILED'
  const useFactory = (_first: object, second: { name: string }) => second.name
  refuses({
    'without inject': {
      code,
      words: ['provider "report"', 'only the container of its context', 'a token for each parameter'],
      declare: failing({ useFactory: (config: { db: { url: string } }) => config.db.url }),
    },
    'with too few tokens': {
      code,
      words: ['declares 2 parameters, and inject has 1'],
      declare: failing({ useFactory, inject: [Conflict] }),
    },
    'if it is awaited': {
      code,
      words: ['only the container of its context'],
      declare: failing({ useAsync: async (config: { db: { url: string } }) => config.db.url }),
    },
  })
  it('but a factory that uses its container fails with its error alone', async () => {
    const useFactory = (container: { resolve(token: unknown): { lost?: { name: string } } }) =>
      container.resolve(Conflict).lost!.name
    const error = await refusalOf(failing({ useFactory }))
    expect(error.message).to.match(/'name'\)$/)
  })
})
