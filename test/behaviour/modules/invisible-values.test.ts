import {
  Controller,
  contextValue,
  Get,
  Guard,
  Inject,
  Injectable,
  Module,
  PluginWrapped,
  Post,
  provide,
  replyValue,
  requestValue,
  Schema,
  token,
} from 'alcove'
import { expect } from 'chai'
import { askOnce } from './app.js'
import { bootFailure, expectRefusal } from './boot-failure.js'

const Bar = requestValue<string>('bar')
const Style = replyValue<string>('style')
const Level = contextValue<number>('level')
const Word = token<string>('word')

@Controller()
class Two {
  @Get('/two')
  read(@Inject(Bar) bar: string) {
    return { bar }
  }
}

describe('the boot error for an invisible request value', () => {
  it('names the class that asks, the value, the module that has it, and both fixes', async () => {
    @Module({ decorateRequest: [Bar.is('bar')] })
    class Grandchild {}
    @Module({ imports: [Grandchild], controllers: [Two] })
    class Public {}
    @Module({ imports: [Public] })
    class Root {}
    expect((await bootFailure(Root)).message).to.include(
      'Two.read (GET /two) injects request value "bar", which no module above Two declares. ' +
        'Grandchild declares it, below Public: move it up, or wrap Grandchild with @PluginWrapped().',
    )
  })

  it('is gone when the module that declares it is wrapped', async () => {
    @PluginWrapped()
    @Module({ decorateRequest: [Bar.is('bar')] })
    class Grandchild {}
    @Module({ imports: [Grandchild], controllers: [Two] })
    class Public {}
    expect((await askOnce(Public, 'GET /two')).body).to.deep.equal({ bar: 'bar' })
  })

  it('names the module when a sibling declares it', async () => {
    @Module({ decorateRequest: [Bar.is('bar')] })
    class Beside {}
    @Module({ controllers: [Two] })
    class Public {}
    @Module({ imports: [Beside, Public] })
    class Root {}
    await expectRefusal(Root, ['Two.read (GET /two) injects request value "bar"', 'Beside'])
  })

  it('names the nearest module that both are in', async () => {
    @Module({ decorateRequest: [Bar.is('bar')] })
    class Declares {}
    @Module({ controllers: [Two] })
    class Asks {}
    @Module({ imports: [Asks] })
    class Between {}
    @Module({ imports: [Declares, Between] })
    class Common {}
    @Module({ imports: [Common] })
    class Root {}
    await expectRefusal(Root, ['Two.read (GET /two) injects request value "bar"', 'Declares', 'move it up to Common'])
  })

  it('reports that no module declares it', async () => {
    @Module({ controllers: [Two] })
    class Root {}
    await expectRefusal(Root, ['Two.read (GET /two) injects request value "bar"', 'decorateRequest'])
  })

  it('names the route with all prefixes', async () => {
    @Module({ prefix: '/v1', controllers: [Two] })
    class Public {}
    @Module({ prefix: '/api', imports: [Public] })
    class Root {}
    await expectRefusal(Root, ['Two.read', 'GET /api/v1/two'])
  })
})

describe('the boot error for an invisible', () => {
  it('reply value names method, route, value and its context', async () => {
    @Controller()
    class Styled {
      @Get('/styled')
      read(@Inject(Style) style: string) {
        return style
      }
    }
    @Module({ decorateReply: [Style.is('plain')] })
    class Below {}
    @Module({ imports: [Below], controllers: [Styled] })
    class Root {}
    await expectRefusal(Root, ['Styled.read (GET /styled)', 'reply value "style"', 'Below'])
  })

  it('context value names the class, the value and its context', async () => {
    @Controller()
    class Leveled {
      constructor(@Inject(Level) readonly level: number) {}
      @Get('/level')
      read() {
        return this.level
      }
    }
    @Module({ decorate: [Level.is(1)] })
    class Below {}
    @Module({ imports: [Below], controllers: [Leveled] })
    class Root {}
    await expectRefusal(Root, ['Leveled', 'context value "level"', 'Below'])
  })

  it('context value of a provider names the provider', async () => {
    @Injectable()
    class Knows {
      constructor(@Inject(Level) readonly level: number) {}
    }
    @Module({ providers: [Knows] })
    class Root {}
    await expectRefusal(Root, ['Knows', 'level'])
  })

  it('provider token names the class, the token and its context', async () => {
    @Controller()
    class Speaks {
      constructor(@Inject(Word) readonly word: string) {}
      @Get('/word')
      read() {
        return this.word
      }
    }
    @Module({ providers: [provide(Word, { useValue: 'w' })] })
    class Beside {}
    @Module({ controllers: [Speaks] })
    class Public {}
    @Module({ imports: [Beside, Public] })
    class Root {}
    await expectRefusal(Root, ['Speaks', '"word"', 'Beside'])
  })

  it('provider class names the class that asks, the provider and the context that lists it', async () => {
    @Injectable()
    class Users {}
    @Controller()
    class UserRoutes {
      constructor(readonly users: Users) {}
      @Get('/users')
      read() {
        return ''
      }
    }
    @Module({ providers: [Users] })
    class Below {}
    @Module({ imports: [Below], controllers: [UserRoutes] })
    class Root {}
    await expectRefusal(Root, ['UserRoutes', 'provider Users', 'Below', 'move it up', '@PluginWrapped()'])
  })

  it('names the fix for a provider class that no module lists: list it', async () => {
    @Injectable()
    class Users {}
    @Controller()
    class UserRoutes {
      constructor(readonly users: Users) {}
      @Get('/users')
      read() {
        return ''
      }
    }
    @Module({ controllers: [UserRoutes] })
    class Forgetful {}
    await expectRefusal(Forgetful, ['UserRoutes', 'Users', 'Forgetful', 'providers'])
  })

  it('provider of a factory names the factory by its token', async () => {
    const Made = token<string>('made')
    @Module({ providers: [provide(Made, { useFactory: (word: string) => word, inject: [Word] })] })
    class Root {}
    await expectRefusal(Root, ['"made"', '"word"'])
  })

  it('provider of an outer class is not found in an inner context that happens to list it', async () => {
    @Injectable()
    class Outer {
      constructor(@Inject(Word) readonly word: string) {}
    }
    @Controller()
    class Asks {
      constructor(readonly outer: Outer) {}
      @Get('/asks')
      read() {
        return ''
      }
    }
    @Module({ providers: [provide(Word, { useValue: 'inner' })], controllers: [Asks] })
    class Inner {}
    @Module({ providers: [Outer], imports: [Inner] })
    class Root {}
    await expectRefusal(Root, ['Outer', '"word"', 'Inner'])
  })

  it('bare string names the string', async () => {
    @Controller()
    class Asks {
      @Get('/asks')
      read(@Inject('nowhere') nowhere: unknown) {
        return nowhere
      }
    }
    @Module({ controllers: [Asks] })
    class Root {}
    await expectRefusal(Root, ['Asks.read (GET /asks)', '"nowhere"'])
  })

  it('value that a guard class needs names the guard', async () => {
    @Injectable()
    class KeyGuard {
      constructor(@Inject(Word) readonly word: string) {}
      canActivate() {
        return true
      }
    }
    @Controller()
    class Guarded {
      @Guard(KeyGuard)
      @Get('/guarded')
      read() {
        return ''
      }
    }
    @Module({ controllers: [Guarded] })
    class Root {}
    await expectRefusal(Root, ['KeyGuard', '"word"'])
  })

  it('shared schema names route, part, pointer, $ref and its context', async () => {
    @Controller()
    class Users {
      @Post('/users')
      @Schema({ body: { type: 'object', properties: { user: { $ref: 'user#' } } } })
      add() {
        return ''
      }
    }
    @Module({ schemas: [{ $id: 'user', type: 'string' }] })
    class Beside {}
    @Module({ controllers: [Users] })
    class Public {}
    @Module({ imports: [Beside, Public] })
    class Root {}
    await expectRefusal(Root, ['POST', '/users', 'body', '/properties/user', 'user#', 'Beside'])
  })

  it('shared schema names near misses', async () => {
    @Controller()
    class Users {
      @Post('/users')
      @Schema({ response: { 200: { $ref: 'usr#' } } })
      add() {
        return ''
      }
    }
    @Module({ schemas: [{ $id: 'user', type: 'string' }], controllers: [Users] })
    class Root {}
    await expectRefusal(Root, ['POST', '/users', 'usr#', 'user'])
  })
})
