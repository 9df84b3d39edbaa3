import * as nest from '@nestjs/common'
import { Inject, Injectable, Module, provide } from 'alcove'
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
