import { defineError, defineErrors } from './coded-error.js'

/** Injection: the requested value, its consumer, and its creation. */
export const injectionCodes = defineErrors(() => ({
  ALC_ERR_VALUE_INVISIBLE: defineError(
    500,
    (asker: string, what: string, scope: string, way: string) =>
      `${asker} injects ${what}, which ${scope} declares. ${way}`,
  ),
  ALC_ERR_PROVIDER_INVISIBLE: defineError(
    500,
    (asker: string, what: string, scope: string, way: string) =>
      `${asker} injects ${what}, which ${scope} lists. ${way}`,
  ),
  ALC_ERR_NAME_INVISIBLE: defineError(
    500,
    (asker: string, name: string, scope: string, way: string) =>
      `${asker} injects "${name}", which ${scope} declares as a request or context value or lists as a provider. ${way}`,
  ),
  ALC_ERR_INJECTION_UNKNOWN: defineError(
    500,
    (parameter: string, problem: string, way: string) => `${parameter} ${problem}. ${way}`,
  ),
  ALC_ERR_TYPES_MISSING: defineError(
    500,
    (places: readonly string[]) =>
      `The types of constructor parameters are missing, so alcove cannot determine what to inject:\n${places.map((place) => `  ${place}`).join('\n')}\nThese tools do not emit types: tsx, esbuild, vite before version 8, and swc without "decoratorMetadata". The type stripping of node does not emit them either. List the dependencies in order, as in @Injectable({ inject: [Users] }). Or compile with tsc, "experimentalDecorators" and "emitDecoratorMetadata"`,
  ),
  ALC_ERR_PROVIDER_CYCLE: defineError(
    500,
    (path: string) =>
      `Providers depend on each other, so none can be built first:\n${path}\nMove their common part into another provider, or break the cycle with @Inject(lazy(() => TheClass)). Then type the parameter by an interface`,
  ),
  ALC_ERR_PROVIDER_SCOPE: defineError(
    500,
    (asker: string, chain: string, way: string) =>
      `${asker} is built once for its context, before any request, but depends on a value of a request:\n${chain}\n${way}`,
  ),
  ALC_ERR_PROVIDER_FAILED: defineError(
    500,
    (name: string, module: string, reason: string) => `${name} (${module}) could not be built: ${reason}`,
  ),
  ALC_ERR_LAZY_TOO_EARLY: defineError(
    500,
    (name: string) => `${name} was injected with lazy() and used before it was built. Use it after the constructor`,
  ),
  ALC_ERR_TOKEN_UNKNOWN: defineError(
    500,
    (name: string, root: string) =>
      `get() looks for ${name}, which ${root} neither lists as a provider nor declares as a context value. A module does not see providers of the modules below it. List it in ${root}, or use get(token, { in: TheModule })`,
  ),
  ALC_ERR_TOKEN_OF_REQUEST: defineError(
    500,
    (asker: string, name: string) =>
      `${asker} looks for ${name}, which is built for each request. Inject it into a handler`,
  ),
  ALC_ERR_PROVIDER_NOT_READY: defineError(
    500,
    (asker: string, name: string) =>
      `${asker} looks for ${name}, which is still being awaited. List it in "inject" of the provider that needs it`,
  ),
  ALC_ERR_FACTORY_SHARED: defineError(
    500,
    (name: string, first: string, second: string) =>
      `The factory of ${name} returned to ${second} the object that it built with the container of ${first}. Remove instanceCachingFactory: alcove builds a provider once for each context that lists it`,
  ),
  ALC_ERR_REQUEST_OBJECT_SHARED: defineError(
    500,
    (provider: string, scope: string, problem: string) =>
      `${provider} has the scope "${scope}", but its factory returned ${problem}. Give it the scope "context", or return a new object for each request`,
  ),
  ALC_ERR_CONTAINER_NONE: defineError(
    500,
    () =>
      'This instance has no container. bootstrap() creates one for each module when the application boots. Call contextContainer() after ready(), or inside a plugin',
  ),
  ALC_ERR_CONTAINER_FIXED: defineError(
    500,
    (context: string, call: string) =>
      `${call} would change what the modules of ${context} provide. Use a container of your own: contextContainer(instance).createChildContainer()`,
  ),
  ALC_ERR_CONTAINER_TOKEN: defineError(
    500,
    (container: string, token: string) =>
      `${container} cannot resolve ${token}. Give it a class, a symbol, a name or a token`,
  ),
  ALC_ERR_DISPOSAL: defineError(
    500,
    (names: readonly string[]) =>
      `${names.join(', ')} could not be disposed. All other providers were. The first failure is the cause of this error`,
  ),
}))
