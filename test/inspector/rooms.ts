import bearerAuth from '@fastify/bearer-auth'
import { bootstrap, Controller, Get, Inject, Module, PluginWrapped, requestValue, use } from 'alcove'
import { Inspector, type InspectorOptions } from 'alcove/inspector'

export type App = ReturnType<typeof bootstrap>
export type RootModule = Parameters<typeof bootstrap>[0]

const Answer = requestValue<number>('answer')
const Foo = requestValue<string>('foo')
const Bar = requestValue<string>('bar')

/** The example of SPEC.md 4.9, with the inspector in its root. */
export function encapsulated(isWrapped: boolean, options: InspectorOptions = {}): RootModule {
  @Controller()
  class One {
    @Get('/one') read(@Inject(Answer) answer: number) {
      return { answer }
    }
  }

  @Controller()
  class Two {
    @Get('/two') read(@Inject(Answer) answer: number, @Inject(Foo) foo: string, @Inject(Bar.optional) bar?: string) {
      return { answer, foo, bar }
    }
  }

  @Controller()
  class Three {
    @Get('/three') read(@Inject(Bar) bar: string) {
      return { bar }
    }
  }

  @Module({ plugins: [use(bearerAuth, { keys: new Set(['secret']) })], controllers: [One] })
  class Authenticated {}

  @Module({ decorateRequest: [Bar.is('bar')], controllers: [Three] })
  class Grandchild {}
  if (isWrapped) PluginWrapped()(Grandchild)

  @Module({ decorateRequest: [Foo.is('foo')], imports: [Grandchild], controllers: [Two] })
  class Public {}

  @Module({ decorateRequest: [Answer.is(42)], imports: [Authenticated, Public, use(Inspector, { ...options })] })
  class AppModule {}

  return AppModule
}

/**
 * Call it in a `describe`. Returns a function that boots a root module. Each application is closed after the test that
 * created it.
 */
export function useApps(): (root: RootModule, options?: Parameters<typeof bootstrap>[1]) => App {
  const apps: App[] = []
  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()))
  })
  return (root, options = {}) => {
    const app = bootstrap(root, { gracefulShutdown: false, ...options })
    apps.push(app)
    return app
  }
}
