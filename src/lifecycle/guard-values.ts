import type { LifecycleHookName } from '../contracts/hooks.js'

// Records the request values of guards on the hooks that run these guards. Only messages read the records.

/** The values that a guard sets, by their names. */
interface GivenValues {
  readonly guard: string
  readonly names: readonly string[]
}

const values = Symbol('alcove.values')

export function recordValues<F extends object>(hook: F, given: GivenValues): F {
  return given.names.length === 0 ? hook : Object.defineProperty(hook, values, { value: given })
}

/**
 * The guards among the hooks that set the value `name`, each with the name of its hook: `UserGuard (preValidation)`.
 */
export function giversAmong(
  hooks: Readonly<Record<LifecycleHookName, readonly object[]>>,
  name: string | symbol,
): string[] {
  return Object.entries(hooks).flatMap(([point, list]) =>
    list.flatMap((hook) => {
      const given = Reflect.get(hook, values) as GivenValues | undefined // recorded above
      return given?.names.some((each) => each === name) ? [`${given.guard} (${point})`] : []
    }),
  )
}
