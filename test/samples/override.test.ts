import { createTestApp, provide } from 'alcove/testing'
import { expect } from 'chai'
import { AppModule, Clock, Database } from '../../samples/dependency-injection/main.js'

class EmptyDatabase extends Database {
  override async count(): Promise<number> {
    return 0
  }
  override async [Symbol.asyncDispose](): Promise<void> {}
}

describe('an application under test', () => {
  it('has other providers in the place of its own', async () => {
    await using app = await createTestApp(AppModule, {
      override: [provide(Database, { useFactory: () => new EmptyDatabase() }), provide(Clock, { useValue: () => 0 })],
    })
    expect((await app.inject('/north/users')).json()).to.deep.equal({ users: '0 users of north' })
    expect((await app.inject('/visit')).json()).to.deep.equal({ path: '/visit', isLater: false })
  })
})
