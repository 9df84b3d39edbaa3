// A wrapped plugin has no context of its own: its registrations are added to the context that registers it.
// Start it: npm run build:all && node build/samples/wrapped-plugin/main.js
import {
  bootstrap,
  Controller,
  Get,
  type Instance,
  Module,
  PluginWrapped,
  pluginWrapper,
  Req,
  type Request,
  requestValue,
  use,
} from 'alcove'
import fastifyPlugin from 'fastify-plugin' // Fastify's own wrapper does the same
import { startWhenMain } from '../start.js'

/** A plugin function: its route shows that the plugin itself sees its value. */
async function plainPlugin(instance: Instance): Promise<void> {
  instance.decorateRequest('plain', 'seen')
  instance.get('/', whatIsSeen)
}

const wrappedPlugin = pluginWrapper(
  async (instance: Instance) => {
    instance.decorateRequest('wrapped', 'seen')
  },
  { name: 'wrapped-plugin' },
)

const ecosystemPlugin = fastifyPlugin(
  async (instance) => {
    instance.decorateRequest('ecosystem', 'seen')
  },
  { name: 'ecosystem-plugin' },
)

// The same with classes: a module is a context, a wrapped module is not.
const OfModule = requestValue<string>('module')
const OfWrappedModule = requestValue<string>('wrappedModule')

@Controller('/child')
class ChildController {
  @Get()
  read(@Req() request: Request) {
    return whatIsSeen(request)
  }
}

@Module({ decorateRequest: [OfModule.is('seen')], controllers: [ChildController] })
class Child {}

@PluginWrapped()
@Module({ decorateRequest: [OfWrappedModule.is('seen')] })
class WrappedChild {}

@Controller()
class RootController {
  @Get()
  read(@Req() request: Request) {
    return whatIsSeen(request)
  }
}

@Module({
  plugins: [use(plainPlugin, { prefix: '/plugin' }), wrappedPlugin, ecosystemPlugin],
  imports: [Child, WrappedChild],
  controllers: [RootController],
})
class AppModule {}

/** The values that the route of a request sees. */
function whatIsSeen(request: Request): string[] {
  const names = ['plain', 'wrapped', 'ecosystem', 'module', 'wrappedModule']
  return names.filter((name) => name in request)
}

export const app = bootstrap(AppModule)

await startWhenMain(
  import.meta,
  app,
  [
    ['/', '200 ["wrapped","ecosystem","wrappedModule"]'],
    ['/plugin/', '200 ["plain","wrapped","ecosystem","wrappedModule"]'],
    ['/child', '200 ["wrapped","ecosystem","module","wrappedModule"]'],
  ],
  () => `\n${app.printTree()}`,
)
