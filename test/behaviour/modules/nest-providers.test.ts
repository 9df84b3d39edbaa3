import * as nest from '@nestjs/common'
import { Controller, Get, Guard, Inject, Injectable, Module, provide } from 'alcove'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { type AnyClass, foundOfNest } from './nest-names.js'

class Any {}

describe('decorators of Nest on providers', () => {
  const inProviders = (Listed: AnyClass) => {
    @Module({ providers: [Listed] })
    class Root {}
    return foundOfNest(Root)
  }
  class Pool {}

  it('@Inject and @Optional are found, on parameters and on properties', async () => {
    @Injectable()
    class Users {
      @nest.Inject('REPLICA') replica!: Pool
      @nest.Optional() @nest.Inject('CACHE') cache?: Pool
      constructor(
        @nest.Inject('POOL') readonly pool: Pool,
        @nest.Optional() readonly size: number,
      ) {}
    }
    expect(await inProviders(Users)).to.have.members([
      '@Inject on Users: import Inject from alcove',
      '@Optional on Users: inject Token.optional',
      '@Inject on properties on Users: inject into the constructor',
      '@Optional on properties on Users: inject Token.optional into the constructor',
    ])
  })

  it('@Injectable is found where it has a scope, and is as good as alcove’s where it has none', async () => {
    @nest.Injectable({ scope: nest.Scope.REQUEST })
    class Visitor {}
    @nest.Injectable({ scope: nest.Scope.TRANSIENT })
    class Helper {}
    @nest.Injectable()
    class Users {}
    expect(await inProviders(Visitor)).to.deep.equal([
      "@Injectable({ scope: Scope.REQUEST }) on Visitor: import Injectable from alcove and write @Injectable({ scope: 'request' })",
    ])
    expect(await inProviders(Helper)).to.deep.equal([
      "@Injectable({ scope: Scope.TRANSIENT }) on Helper: import Injectable from alcove and write @Injectable({ scope: 'transient' })",
    ])
    expect(await inProviders(Users)).to.deep.equal([])
  })

  it('@Catch is found', async () => {
    @nest.Catch()
    @Injectable()
    class Filter {}
    expect(await inProviders(Filter)).to.deep.equal([
      '@Catch on Filter: write a method with @ErrorHandler(Type) in a module or controller',
    ])
  })

  it('are left alone on a provider that both frameworks decorate', async () => {
    @nest.Injectable({ scope: nest.Scope.REQUEST })
    @Injectable()
    class Users {
      constructor(@nest.Inject(Pool) @Inject(Pool) readonly pool: Pool) {}
    }
    @Module({ providers: [Pool, Users] })
    class Root {}
    expect(await foundOfNest(Root)).to.deep.equal([])
  })

  it('of mixin() are named as such, because their classes have random names', async () => {
    const AuthGuard = () => {
      @nest.Injectable()
      class Mixed {
        constructor(@nest.Optional() readonly options?: object) {}
        canActivate() {
          return true
        }
      }
      return nest.mixin(Mixed)
    }
    @Guard(AuthGuard())
    @Controller()
    class Reads {
      @Get()
      read() {}
    }
    @Module({ controllers: [Reads] })
    class Root {}
    expect(await foundOfNest(Root)).to.deep.equal([
      "a class that mixin() of Nest made, such as AuthGuard('jwt'): write a guard class with canActivate(request, reply)",
    ])
  })

  it('of mixin() are left alone on a class whose decorators have an effect here', async () => {
    @nest.Injectable()
    class Mixed {
      canActivate() {
        return true
      }
    }
    @Guard(nest.mixin(Mixed))
    @Controller()
    class Reads {
      @Get()
      read() {}
    }
    @Module({ controllers: [Reads] })
    class Root {}
    expect(await foundOfNest(Root)).to.deep.equal([])
  })

  it('@Dependencies names what is injected', async () => {
    @nest.Dependencies(Pool)
    @Injectable()
    class Users {
      pool: unknown
      constructor(...given: unknown[]) {
        this.pool = given[0]
      }
    }
    @Module({ providers: [Pool, Users] })
    class Root {}
    await using app = await createTestApp(Root)
    expect(app.get(Users)).to.be.an.instanceof(Users)
  })
})

describe('objects of Nest in the lists of a module', () => {
  class Greeting {}
  const bootErrorOf = (Root: AnyClass): Promise<string> =>
    createTestApp(Root).then(
      () => 'it booted',
      (error: Error) => error.message,
    )

  it('are named where a dynamic module is imported', async () => {
    @Module({})
    class GreetingModule {}
    const dynamic: nest.DynamicModule = { module: GreetingModule, providers: [Greeting] }
    @Module({ imports: [dynamic as never] })
    class Root {}
    expect(await bootErrorOf(Root)).to.equal(
      'imports[0] of Root is a dynamic module of Nest, { module: GreetingModule }. Use GreetingModule, or use(GreetingModule, options), whose method configure(instance, options) gets the options. List its providers and controllers in the @Module of GreetingModule',
    )
    @nest.Module({ providers: [Greeting] })
    class JwtModule {}
    @Module({ imports: [{ module: JwtModule } as never] })
    class WithPackage {}
    const ofPackage =
      /in the @Module of JwtModule\. If JwtModule is of a package of Nest, remove it, and provide its services yourself$/
    expect(await bootErrorOf(WithPackage)).to.match(ofPackage)
  })

  it('are named where the module of a package lists nothing itself, as TypeOrmModule', async () => {
    @nest.Module({})
    class TypeOrmModule {}
    @Module({ imports: [{ module: TypeOrmModule, providers: [Greeting] } as never] })
    class Root {}
    expect(await bootErrorOf(Root)).to.match(/If TypeOrmModule is of a package of Nest, remove it/)
  })

  it('are named where a package returns the promise of a module, as ConfigModule.forRoot()', async () => {
    @Module({ imports: [Promise.resolve({ module: Greeting }) as never] })
    class Root {}
    expect(await bootErrorOf(Root)).to.equal(
      'imports[0] of Root is a promise. Use its result, which you await before bootstrap. If it is of a package of Nest, remove it, and provide its services yourself',
    )
  })

  const key = Symbol('key')
  for (const [entry, given, instead] of [
    [{ provide: 'WORD', useValue: 'Hello' }, '{ provide, useValue }', "provide('WORD', { useValue }) of alcove"],
    [{ provide: Greeting, useClass: Any }, '{ provide, useClass }', 'provide(Greeting, { useClass }) of alcove'],
    [
      { provide: key, useFactory: () => 1, inject: [] },
      '{ provide, useFactory }',
      'provide(Symbol(key), { useFactory | useAsync, inject }) of alcove',
    ],
    [
      { provide: 'WORD', useExisting: Any },
      '{ provide, useExisting }',
      "provide('WORD', { useFactory: (other) => other, inject: [TheOther] }) of alcove",
    ],
  ] as const) {
    it(`are named where ${given} is a provider`, async () => {
      @Module({ providers: [entry as never] })
      class Root {}
      expect(await bootErrorOf(Root)).to.equal(
        `providers[0] of Root is a provider object of Nest, ${given}. Use ${instead}`,
      )
    })
  }
})

describe('tokens of @nestjs/core', () => {
  it('that would make a guard, pipe, interceptor or filter global are refused', async () => {
    @Module({
      providers: ['APP_GUARD', 'APP_PIPE', 'APP_INTERCEPTOR', 'APP_FILTER'].map((name) =>
        provide(name, { useClass: Any }),
      ),
    })
    class Feature {}
    @Module({ imports: [Feature] })
    class Root {}
    expect(await foundOfNest(Root)).to.deep.equal([
      'APP_GUARD in the providers of Feature: write @Guard on the module',
      'APP_PIPE in the providers of Feature: give parameters a schema, such as @Body(schema)',
      'APP_INTERCEPTOR in the providers of Feature: write @Around on the module',
      'APP_FILTER in the providers of Feature: write a method with @ErrorHandler in the module',
    ])
  })
})
