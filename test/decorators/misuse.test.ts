import {
  Body,
  Controller,
  Get,
  Guard,
  Hook,
  Inject,
  Injectable,
  lazy,
  Module,
  Param,
  paramOf,
  provide,
  Query,
  Route,
  requestValue,
  routeValue,
  Schema,
  shared,
  use,
} from 'alcove'
import { expect } from 'chai'

interface Coded {
  code: string
  message: string
  declaredAt: string
  stack: string
}

/** The error of `run`, which must be a coded one. */
function refusal(run: () => unknown): Coded {
  try {
    run()
  } catch (error) {
    return error as Coded // its fields are checked by the caller
  }
  throw new Error('nothing was refused')
}

const wrong = (value: unknown): never => value as never // what a program without types may pass

describe('a decorator without its parentheses', () => {
  class Notes {
    read() {}
  }
  // As the language calls them: with the class, or with the prototype and the name of the method.
  const bare: Readonly<Record<string, () => unknown>> = {
    '@Get on Notes.read': () => Get(wrong(Notes.prototype), wrong('read')),
    '@Controller on Notes': () => Controller(wrong(Notes)),
    '@Injectable on Notes': () => Injectable(wrong(Notes)),
    '@Module on Notes': () => Module(wrong(Notes)),
  }
  for (const [named, declare] of Object.entries(bare)) {
    it(`is refused, because it would replace the class or method below it: ${named}`, () => {
      const { code, message } = refusal(declare)
      expect(code).to.equal('ALC_ERR_DECORATOR_ARGUMENT')
      expect(message).to.contain(`${named} got no parentheses`)
    })
  }
})

describe('the error of a decorator', () => {
  it('names its place', () => {
    const { declaredAt, stack } = refusal(() => {
      class Hooks {
        @Hook(wrong('onRequst')) first() {}
      }
      return Hooks
    })
    expect(declaredAt).to.match(/test\/decorators\/misuse\.test\.ts:\d+:\d+$/)
    expect(stack.split('\n')[2]).to.contain("@Hook(wrong('onRequst'))")
  })

  it('names a hook that came near', () => {
    const { message } = refusal(() => Hook(wrong('onRequst'))({ constructor: class Near {} }, 'first', { value() {} }))
    expect(message).to.contain('did you mean "onRequest"?')
  })

  it('identifies a guard class, and names its missing part', () => {
    class Auth {}
    const { message } = refusal(() => {
      class Notes {
        @Guard(wrong(Auth)) @Get() read() {}
      }
      return Notes
    })
    expect(message).to.contain('got the class Auth, which has no method canActivate')
  })
})

describe('a misplaced decorator', () => {
  it('on a static member is refused by name', () => {
    const { code, message } = refusal(() => {
      class Routes {
        @Get()
        static read() {}
      }
      return Routes
    })
    expect(code).to.equal('ALC_ERR_DECORATOR_TARGET')
    expect(message).to.contain('@Get').and.contain('static member Routes.read')
  })

  it('on an accessor or property is refused by name', () => {
    class Routes {
      get value() {
        return 1
      }
    }
    const { code, message } = refusal(() => Reflect.apply(Get(), undefined, [Routes.prototype, 'value', undefined]))
    expect(code).to.equal('ALC_ERR_DECORATOR_TARGET')
    expect(message).to.contain('Routes.value')
    expect(refusal(() => Reflect.apply(Get(), undefined, [Routes.prototype, 'field', undefined])).message).to.contain(
      'Routes.field',
    )
  })

  it('on a field of the prototype is refused by name', () => {
    class Routes {}
    Object.defineProperty(Routes.prototype, 'limit', { value: 5 })
    const { message } = refusal(() => Reflect.apply(Get(), undefined, [Routes.prototype, 'limit']))
    expect(message).to.contain('Routes.limit')
  })

  it('compiled as a standard decorator is an error that names the options of the compiler', () => {
    class Routes {
      read() {}
    }
    const onClass = refusal(() => Reflect.apply(Controller(), undefined, [Routes, { kind: 'class', name: 'Routes' }]))
    expect(onClass.code).to.equal('ALC_ERR_DECORATOR_STANDARD')
    expect(onClass.message).to.contain('Routes').and.contain('experimentalDecorators')
    const context = { kind: 'method', name: 'read' }
    const onMethod = refusal(() => Reflect.apply(Get(), undefined, [Routes.prototype.read, context]))
    expect(onMethod.code).to.equal('ALC_ERR_DECORATOR_STANDARD')
    expect(onMethod.message).to.contain('read')
  })

  it('of classes on a method is refused', () => {
    class Routes {
      read() {}
    }
    const descriptor = Object.getOwnPropertyDescriptor(Routes.prototype, 'read')
    const { message } = refusal(() => Reflect.apply(Controller(), undefined, [Routes.prototype, 'read', descriptor]))
    expect(message).to.equal('@Controller cannot be used on Routes.read. Move it to a class')
  })

  it('of handler parameters on a constructor is refused', () => {
    const { code, message } = refusal(() => {
      class Routes {
        constructor(@Body() readonly body: object) {}
      }
      return Routes
    })
    expect(code).to.equal('ALC_ERR_DECORATOR_TARGET')
    expect(message).to.contain('the constructor of Routes')
  })

  it('of parameters twice on one parameter names both', () => {
    const { code, message } = refusal(() => {
      class Routes {
        read(@Body() @Query() both: object) {
          return both
        }
      }
      return Routes
    })
    expect(code).to.equal('ALC_ERR_PARAMETER_TWICE')
    expect(message).to.contain('Parameter 1 of Routes.read').and.contain('@Query').and.contain('@Body')
  })

  it('of modules, controllers and providers twice on one class is refused', () => {
    for (const decorate of [Module(), Controller(), Injectable()]) {
      class Twice {}
      decorate(Twice)
      const { code, message } = refusal(() => decorate(Twice))
      expect(code).to.equal('ALC_ERR_DECORATOR_TWICE')
      expect(message).to.contain('Twice')
    }
  })

  it('with a list of tokens, twice on one class, is refused', () => {
    const apply = () => {
      @Controller({ inject: [] })
      @Injectable({ inject: [] })
      class Both {}
      return Both
    }
    const { code, message } = refusal(apply)
    expect(code).to.equal('ALC_ERR_DECORATOR_TWICE')
    expect(message).to.contain('Both').and.contain('inject')
  })

  it('of a parameter of a static method is refused', () => {
    const apply = () => {
      class Static {
        static read(@Param('id') _id: string) {}
      }
      return Static
    }
    const { code, message } = refusal(apply)
    expect(code).to.equal('ALC_ERR_DECORATOR_TARGET')
    expect(message).to.contain('Static.read')
  })

  it('of schemas that declares one part twice names the part', () => {
    class Routes {
      read() {}
    }
    const apply = (schema: object) =>
      Reflect.apply(Schema({ ...schema }), undefined, [Routes.prototype, 'read', undefined])
    apply({ body: { type: 'string' }, response: { 200: { type: 'string' } } })
    expect(refusal(() => apply({ body: { type: 'object' } })).message).to.contain(
      'Routes.read declares its body schema twice',
    )
    expect(refusal(() => apply({ response: { 200: {} } })).message).to.contain(
      'Routes.read declares its response 200 twice',
    )
  })
})

describe('a wrong argument', () => {
  class Routes {
    read() {}
  }
  class Provides {
    static provides = 5
    canActivate() {
      return true
    }
  }
  const onRead = (decorator: object) =>
    Reflect.apply(wrong(decorator), undefined, [Routes.prototype, 'read', undefined])

  it('of a decorator is refused with the class and the member', () => {
    const cases: [object, string][] = [
      [Get(wrong(5)), 'path'],
      [Get('/', wrong('x')), 'route options'],
      [Route(wrong({ path: '/' })), 'method'],
      [Route(wrong(null)), 'method'],
      [Hook(wrong('beforeAll')), 'onRequest'],
      [Guard(wrong(undefined)), 'canActivate'],
      [Guard(wrong(class NoGuard {})), 'canActivate'],
      [Guard(wrong(Provides)), 'Provides.provides'],
      [Schema(wrong('x')), 'response'],
    ]
    for (const [decorator, wanted] of cases) {
      const { code, message } = refusal(() => onRead(decorator))
      expect(code).to.equal('ALC_ERR_DECORATOR_ARGUMENT')
      expect(message).to.contain('Routes.read').and.contain(wanted)
    }
  })

  it('of a class decorator is refused with the class', () => {
    const cases: [(target: typeof Routes) => void, string][] = [
      [Controller(wrong(5)), 'prefix'],
      [Controller(wrong({ prefix: 5 })), 'prefix'],
      [Module(wrong('x')), 'options'],
      [Module({ prefix: wrong(5) }), 'prefix'],
      [Module(wrong({ controler: [] })), 'controllers'],
      [Module({ controllers: wrong(Routes) }), 'controllers'],
      [Module({ decorateRequest: wrong([5]) }), 'requestValue'],
      [Module({ validatorCompiler: wrong('x') }), 'validatorCompiler'],
      [Injectable({ scope: wrong('singleton') }), 'transient'],
    ]
    for (const [decorate, wanted] of cases) {
      class Wronged {}
      const { code, message } = refusal(() => decorate(wrong(Wronged)))
      expect(code).to.equal('ALC_ERR_DECORATOR_ARGUMENT')
      expect(message).to.contain('Wronged').and.contain(wanted)
    }
  })

  it('of a parameter decorator is refused with the class and the member', () => {
    const own = [paramOf(() => 1, wrong(5)), paramOf(() => 1, { inject: wrong(5) })]
    for (const decorator of [Param(wrong(5)), Param(''), Inject(wrong(null)), Inject(wrong({})), ...own]) {
      const apply = () => Reflect.apply(wrong(decorator), undefined, [Routes.prototype, 'read', 0])
      expect(refusal(apply).message).to.contain('Routes.read')
    }
  })

  it('of a declaration is refused with the call', () => {
    const cases: [() => unknown, string][] = [
      [() => requestValue(''), 'requestValue('],
      [() => requestValue('x').from(wrong(5)), "requestValue('x').from("],
      [() => lazy(wrong(class Later {})), 'lazy('],
      [() => use(wrong(undefined)), 'use('],
      [() => use(class Child {}, wrong(5)), 'use(Child'],
      [() => provide('x', wrong({})), "provide('x'"],
      [() => provide('x', wrong({ useValue: 1, useFactory: () => 1 })), 'useValue and useFactory'],
      [() => provide('x', wrong({ useClass: 5 })), 'useClass'],
      [() => provide('x', wrong({ useFactory: 5 })), 'useFactory'],
      [() => provide(wrong(undefined), { useValue: 1 }), 'provide('],
      [() => shared('x', wrong('x')), "shared('x'"],
      [() => routeValue('x', wrong(5)), "routeValue('x'"],
    ]
    for (const [run, wanted] of cases) expect(refusal(run).message).to.contain(wanted)
    expect(refusal(() => shared('', {})).message).to.contain('The schema of shared(…) has no "$id"')
  })
})
