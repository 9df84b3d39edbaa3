import {
  Controller,
  collection,
  contextValue,
  Get,
  Guard,
  Hook,
  Inject,
  Injectable,
  Module,
  Param,
  SchemaErrorFormatter,
  token,
  Use,
} from 'alcove'
import { any, careless, onMethod, onModule, onParameter, refuses } from './refusals.js'
import { serving } from './seen.js'

describe('a declaration in the wrong place is refused:', () => {
  refuses({
    'a guard on a provider': {
      code: 'ALC_ERR_MEMBER_MISPLACED',
      words: ['Store has @Guard', '@Controller'],
      declare: () => {
        @Guard(() => false)
        @Injectable()
        class Store {}
        @Module({ providers: [Store] })
        class Root {}
        return Root
      },
    },
    'a guard on a class for @Use': {
      code: 'ALC_ERR_MEMBER_MISPLACED',
      words: ['Conventions has @Guard'],
      declare: () => {
        @Guard(() => false)
        class Conventions {
          @Hook('onRequest') note() {}
        }
        return onMethod(Use(Conventions))()
      },
    },
    'a route on a class that is a module and a controller': {
      words: ['Both.read has a route', 'that is not a module'],
      declare: () => {
        @Module({})
        @Controller()
        class Both {
          @Get() read() {}
        }
        return Both
      },
    },
    'an async formatter of schema errors': {
      code: 'FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN',
      words: ['an async function'],
      declare: () => {
        @Module({})
        class Root {
          @any(SchemaErrorFormatter()) async format() {
            return new Error('x')
          }
        }
        return Root
      },
    },
    'an async formatter of schema errors in a controller': {
      code: 'FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN',
      words: ['an async function'],
      declare: () => {
        @Controller()
        class Things {
          @any(SchemaErrorFormatter()) async format() {
            return new Error('x')
          }
        }
        return serving(Things)
      },
    },
    'a second formatter of schema errors in a controller': {
      code: 'ALC_ERR_DECLARED_TWICE',
      words: ['by Things.first and by Things.second'],
      declare: () => {
        @Controller()
        class Things {
          @SchemaErrorFormatter() first() {
            return new Error('x')
          }
          @SchemaErrorFormatter() second() {
            return new Error('x')
          }
        }
        return serving(Things)
      },
    },
    'a formatter of schema errors beside the option of its controller': {
      code: 'ALC_ERR_DECLARED_TWICE',
      words: ['by @Controller of Things and by Things.format'],
      declare: () => {
        @Controller({ schemaErrorFormatter: () => new Error('x') })
        class Things {
          @SchemaErrorFormatter() format() {
            return new Error('x')
          }
        }
        return serving(Things)
      },
    },
    'a guard of unknown paths on a controller': {
      code: 'ALC_ERR_MEMBER_MISPLACED',
      words: ['Things has a guard with unknownPaths', 'on a class with @Module'],
      declare: () => {
        @Guard(() => false, { unknownPaths: true })
        @Controller()
        class Things {}
        return serving(Things)
      },
    },
    'a guard of unknown paths on a method': {
      code: 'ALC_ERR_MEMBER_MISPLACED',
      words: ['Things.read has a guard with unknownPaths'],
      declare: onMethod(Guard(() => false, { unknownPaths: true })),
    },
    'a hook of the application on a class for @Use of a controller': {
      code: 'ALC_ERR_MEMBER_MISPLACED',
      words: ['Audit.added (by @Use on Things) has the hook onRoute', 'It does not run for one route'],
      declare: () => {
        class Audit {
          @Hook('onRoute') added() {}
        }
        @Use(Audit)
        @Controller()
        class Things {}
        return serving(Things)
      },
    },
    'decorations of requests on a controller': {
      code: 'ALC_ERR_OPTION_UNKNOWN',
      words: ['@Controller of Things has the option "decorateRequest"', '@Module'],
      declare: () => {
        @Controller(careless({ decorateRequest: { answer: 42 } }))
        class Things {}
        return serving(Things)
      },
    },
    'the scope of a request on a module': {
      code: 'ALC_ERR_MEMBER_MISPLACED',
      words: ["Root has @Injectable({ scope: 'request' })", 'A module is built once'],
      declare: () => {
        @Injectable({ scope: 'request' })
        @Module({})
        class Root {}
        return Root
      },
    },
    'a module with @Controller among the controllers': {
      code: 'ALC_ERR_ENTRY_MISPLACED',
      words: ['controllers[0] of Root', 'imports'],
      declare: () => {
        @Module({ decorate: { answer: 42 } })
        @Controller()
        class Both {}
        return serving(Both)
      },
    },
    'a collection among the providers': {
      code: 'ALC_ERR_ENTRY_INVALID',
      words: ['providers[0] of Root', '"jobs"', 'collects'],
      declare: onModule(() => ({ providers: [careless(collection('jobs'))] })),
    },
    'an async function among the imports': {
      code: 'ALC_ERR_ENTRY_MISPLACED',
      words: ['sessions is in imports[0] of Root', '"plugins"'],
      declare: () => {
        async function sessions() {}
        @Module({ imports: [careless(sessions)] })
        class Root {}
        return Root
      },
    },
    'a token without a value among the providers': {
      code: 'ALC_ERR_ENTRY_INVALID',
      words: ['providers[0] of Root', 'provide(token'],
      declare: onModule(() => ({ providers: [careless(token('clock'))] })),
    },
    'a guard whose method is a property': {
      words: ['the class Door, which has no method canActivate (canActivate is a property'],
      declare: () => {
        class Door {
          canActivate = () => true
        }
        return onMethod(Guard(careless(Door)))()
      },
    },
  })
})

describe('a declared value in the place of its token', () => {
  const clock = contextValue<number>('clock')
  refuses({
    'is refused by @Inject': {
      code: 'ALC_ERR_DECORATOR_ARGUMENT',
      words: ['@Inject on Things.read got an object', 'Pass a token'],
      declare: onParameter(Inject(careless(clock.is(1)))),
    },
  })
})

describe('a class that bootstrap cannot take', () => {
  refuses(
    {
      'is refused, with the way to list it': {
        code: 'ALC_ERR_ENTRY_MISPLACED',
        words: ['bootstrap(…) got Things', '"controllers" of a class with @Module'],
        declare: () => {
          @Controller()
          class Things {}
          return Things
        },
      },
    },
    /boot-failure\.ts:\d+:\d+$/,
  )
})

describe('a path that cannot work is refused:', () => {
  const code = 'ALC_ERR_ROUTE_PATH'
  refuses({
    'one with a query': { code, words: ['/search?text', '@Query'], declare: onMethod(Get('/search?text')) },
    'one with a fragment': { code, words: ['/page#top', 'has no "#"'], declare: onMethod(Get('/page#top')) },
    'one with an optional parameter that has a pattern': {
      code,
      words: ['cannot be optional', 'Declare two routes'],
      declare: onMethod(Get('/things/:id(^\\d+$)?')),
    },
    'an encoded character, which the router decodes in requests': {
      code,
      words: ['"%20" is a text, because the router decodes the paths of requests. Write the character itself'],
      declare: onMethod(Get('/my%20things')),
    },
    'the method of the route': {
      code,
      words: ['"GET " is a text of the path. Write the path only: the decorator names the method'],
      declare: onMethod(Get('GET /things')),
    },
    'a whole URL': { code, words: ['is a whole URL'], declare: onMethod(Get('http://localhost/things')) },
    'one that ends with a space': { code, words: ['begins or ends with a space'], declare: onMethod(Get('/things ')) },
    'one with a parameter in braces': { code, words: ['Write ":id"'], declare: onMethod(Get('/things/{id}')) },
    'one with a wildcard that has a name': {
      code,
      words: [`Write "*", and read it with @Param('*')`],
      declare: onMethod(Get('/things/*path')),
    },
    'one with a wildcard in braces': { code, words: [`Write "*"`], declare: onMethod(Get('/things/{*path}')) },
    'one with an optional part in braces': { code, words: ['Write "/:id?"'], declare: onMethod(Get('/things{/:id}')) },
    'one with two parameters of one name': {
      code,
      words: ['two parameters ":id"'],
      declare: () => {
        @Controller('/:id')
        class Things {
          @Get('/things/:id') read(@Param('id') id: string) {
            return id
          }
        }
        return serving(Things)
      },
    },
  })
  refuses({
    'a parameter whose name has the colon of the path': {
      code: 'ALC_ERR_PATH_PARAMETER',
      words: ['Write "id"'],
      declare: () => {
        @Controller()
        class Things {
          @Get('/:id') read(@Param(':id') id: string) {
            return id
          }
        }
        return serving(Things)
      },
    },
    'a name for the rest of a path': {
      code: 'ALC_ERR_PATH_PARAMETER',
      words: ['The name of the rest of a path is "*"'],
      declare: () => {
        @Controller()
        class Things {
          @Get('/files/*') read(@Param('path') path: string) {
            return path
          }
        }
        return serving(Things)
      },
    },
  })
})
