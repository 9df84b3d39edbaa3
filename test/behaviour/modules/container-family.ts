import { bootstrap, contextValue, Inject, Injectable, type Instance, Module, provide, token } from 'alcove'

export const Place = contextValue<string>('container.place')
export const Clock = token<() => number>('container.clock')

@Injectable()
export class Store {
  constructor(@Inject(Place) readonly place: string) {}
}

/** The instance of a context, kept by a plugin of it. */
export function keep(instances: Map<string, Instance>, name: string) {
  return async (instance: Instance) => {
    instances.set(name, instance)
  }
}

/** A root with two children; each child has a store, and so has the root. */
export async function family() {
  const instances = new Map<string, Instance>()
  @Module({ prefix: '/left', decorate: [Place.is('left')], providers: [Store], plugins: [keep(instances, 'plugin')] })
  class Left {
    configure(instance: Instance) {
      instances.set('left', instance)
    }
  }
  @Module({ prefix: '/right', decorate: [Place.is('right')] })
  class Right {
    configure(instance: Instance) {
      instances.set('right', instance)
    }
  }
  @Module({
    decorate: [Place.is('root')],
    providers: [Store, provide(Clock, { useValue: () => 7 })],
    imports: [Left, Right],
  })
  class App {}
  const app = await bootstrap(App).ready()
  return { app, left: instances.get('left')!, right: instances.get('right')!, plugin: instances.get('plugin')! }
}

export function codeOf(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return (error as { code?: unknown }).code
  }
  throw new Error('an error was expected')
}
