import { defineError, defineErrors } from './coded-error.js'

/** Injection: what is asked for, by whom, and how it is built. */
export const injectionCodes = defineErrors({
  ALC_ERR_VALUE_INVISIBLE: defineError(
    'ALC_ERR_VALUE_INVISIBLE',
    500,
    (asker: string, what: string, scope: string, way: string) =>
      `${asker} injects ${what}, which ${scope} declares. ${way}`,
  ),
  ALC_ERR_PROVIDER_INVISIBLE: defineError(
    'ALC_ERR_PROVIDER_INVISIBLE',
    500,
    (asker: string, what: string, scope: string, way: string) =>
      `${asker} injects ${what}, which ${scope} lists. ${way}`,
  ),
  ALC_ERR_NAME_INVISIBLE: defineError(
    'ALC_ERR_NAME_INVISIBLE',
    500,
    (asker: string, name: string, scope: string, way: string) =>
      `${asker} injects "${name}", which ${scope} declares as a request or context value or lists as a provider. ${way}`,
  ),
  ALC_ERR_INJECTION_UNKNOWN: defineError(
    'ALC_ERR_INJECTION_UNKNOWN',
    500,
    (parameter: string, problem: string, way: string) => `${parameter} ${problem}: ${way}`,
  ),
  ALC_ERR_TYPES_MISSING: defineError(
    'ALC_ERR_TYPES_MISSING',
    500,
    (places: readonly string[]) =>
      `The types of constructor parameters are missing, so nothing says what to inject:\n${places.map((place) => `  ${place}\n`).join('')}tsx, esbuild, vite before version 8, swc without "decoratorMetadata", and the type stripping of node do not emit types. Name the parameters in order, as in @Injectable({ inject: [Users] }); or compile with tsc, "experimentalDecorators" and "emitDecoratorMetadata"`,
  ),
  ALC_ERR_PROVIDER_CYCLE: defineError(
    'ALC_ERR_PROVIDER_CYCLE',
    500,
    (path: string) =>
      `Providers need each other in a circle, so none can be built first:\n${path}\nMove what they share into a third one, or open the circle with @Inject(lazy(() => TheClass)) at one of them`,
  ),
  ALC_ERR_PROVIDER_SCOPE: defineError(
    'ALC_ERR_PROVIDER_SCOPE',
    500,
    (asker: string, chain: string, way: string) =>
      `${asker} is built once for its context, before any request, but needs something of a request:\n${chain}\n${way}`,
  ),
  ALC_ERR_PROVIDER_FAILED: defineError(
    'ALC_ERR_PROVIDER_FAILED',
    500,
    (name: string, module: string, reason: string) => `${name} (${module}) could not be built: ${reason}`,
  ),
  ALC_ERR_LAZY_TOO_EARLY: defineError(
    'ALC_ERR_LAZY_TOO_EARLY',
    500,
    (name: string) =>
      `${name} was injected by lazy() and used before it was built: use it after the constructor, not within`,
  ),
  ALC_ERR_TOKEN_UNKNOWN: defineError(
    'ALC_ERR_TOKEN_UNKNOWN',
    500,
    (name: string, root: string) =>
      `get() looks for ${name}, which ${root} neither lists as a provider nor declares as a context value: what only a module below holds cannot be seen from the root`,
  ),
  ALC_ERR_TOKEN_OF_REQUEST: defineError(
    'ALC_ERR_TOKEN_OF_REQUEST',
    500,
    (asker: string, name: string) =>
      `${asker} looks for ${name}, which is built for one request: take it as a parameter of a handler`,
  ),
  ALC_ERR_PROVIDER_NOT_READY: defineError(
    'ALC_ERR_PROVIDER_NOT_READY',
    500,
    (asker: string, name: string) =>
      `${asker} looks for ${name}, which is awaited and is not there yet. Name it in "inject" of the provider that needs it`,
  ),
  ALC_ERR_FACTORY_SHARED: defineError(
    'ALC_ERR_FACTORY_SHARED',
    500,
    (name: string, first: string, second: string) =>
      `The factory of ${name} gives ${second} the object that it built from the container of ${first}. Remove instanceCachingFactory: a provider is built once for each context that lists it`,
  ),
  ALC_ERR_CONTAINER_NONE: defineError(
    'ALC_ERR_CONTAINER_NONE',
    500,
    () =>
      'This instance has no container: bootstrap() makes one for each module when the application boots. Call contextContainer() with an instance of such an application, after ready() or within a plugin',
  ),
  ALC_ERR_CONTAINER_FIXED: defineError(
    'ALC_ERR_CONTAINER_FIXED',
    500,
    (context: string, call: string) =>
      `${call} would change what the modules of ${context} provide. Use a container of your own: contextContainer(instance).createChildContainer()`,
  ),
  ALC_ERR_CONTAINER_TOKEN: defineError(
    'ALC_ERR_CONTAINER_TOKEN',
    500,
    (container: string, token: string) =>
      `${container} cannot resolve ${token}. Give it a class, a symbol, a name or a token`,
  ),
  ALC_ERR_DISPOSAL: defineError(
    'ALC_ERR_DISPOSAL',
    500,
    (names: readonly string[]) =>
      `${names.join(', ')} could not be disposed; everything else was. The first failure is the cause of this error`,
  ),
})
