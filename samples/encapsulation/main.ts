// Every module is an encapsulation context: it sees the values of its ancestors, not those of its children or siblings.
// Start it: npm start, and with the grandchild wrapped: npm start -- --wrapped
//
//   AppModule          answer       for every route below.
//   ├─ Authenticated   bearer token for /one only.
//   └─ Public          foo          for /two and below.
//      └─ Grandchild   bar          for /three only. If it is wrapped, bar is added to Public, and /two sees it too.
import bearerAuth from '@fastify/bearer-auth' // an unmodified plugin of the ecosystem
import { bootstrap, Controller, Get, Inject, Module, PluginWrapped, requestValue, use } from 'alcove'
import { startWhenMain, type Try } from '../start.js'

const Answer = requestValue<number>('answer')
const Foo = requestValue<string>('foo')
const Bar = requestValue<string>('bar')

@Controller()
class One {
  // `optional`: undefined if no module above declares the value. Without it, that would be an error at boot.
  @Get('/one')
  read(@Inject(Answer) answer: number, @Inject(Foo.optional) foo?: string, @Inject(Bar.optional) bar?: string) {
    return { answer, foo, bar }
  }
}

@Controller()
class Two {
  @Get('/two')
  read(@Inject(Answer) answer: number, @Inject(Foo) foo: string, @Inject(Bar.optional) bar?: string) {
    return { answer, foo, bar }
  }
}

@Controller()
class Three {
  @Get('/three')
  read(@Inject(Answer) answer: number, @Inject(Foo) foo: string, @Inject(Bar) bar: string) {
    return { answer, foo, bar }
  }
}

// The plugin guards this context and those below, but not its siblings.
@Module({ plugins: [use(bearerAuth, { keys: new Set(['secret']) })], controllers: [One] })
class Authenticated {}

@Module({ decorateRequest: [Bar.is('bar')], controllers: [Three] })
class Grandchild {}

@PluginWrapped() // no context of its own: its declarations are added to the module that imports it
@Module({ decorateRequest: [Bar.is('bar')], controllers: [Three] })
class WrappedGrandchild {}

const isWrapped = process.argv.includes('--wrapped')

@Module({
  decorateRequest: [Foo.is('foo')],
  imports: [isWrapped ? WrappedGrandchild : Grandchild],
  controllers: [Two],
})
class Public {}

@Module({ decorateRequest: [Answer.is(42)], imports: [Authenticated, Public] })
class AppModule {}

export const app = bootstrap(AppModule)

const tries: Try[] = [
  ["/one -H 'authorization: Bearer secret'", '200 {"answer":42}'],
  ['/one', '401 {"error":"missing authorization header"}'],
  ["/one -H 'authorization: Bearer guess'", '401 {"error":"invalid authorization header"}'],
  ['/two', isWrapped ? '200 {"answer":42,"foo":"foo","bar":"bar"}' : '200 {"answer":42,"foo":"foo"}'],
  ['/three', '200 {"answer":42,"foo":"foo","bar":"bar"}'],
]

await startWhenMain(import.meta, app, tries, () => `\n${app.printTree()}\n${hint()}\n`)

function hint(): string {
  return isWrapped
    ? 'Grandchild is wrapped: /two sees bar. Without --wrapped it does not.'
    : 'Grandchild is a context of its own: /two does not see bar. Wrapped it does: npm start -- --wrapped'
}
