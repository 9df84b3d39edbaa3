import type { LifecycleHookName } from '../contracts/hooks.js'

// The request values that guards set, on the hooks that run these guards. Only messages read them.

/** The values that a guard sets, by their names. */
interface GivenValues {
  readonly guard: string
  readonly names: readonly string[]
}

const values = Symbol('alcove.values')

/** Records the values of a guard on its hook. */
export function recordValues<F extends object>(hook: F, given: GivenValues): F {
  return given.names.length === 0 ? hook : Object.defineProperty(hook, values, { value: given })
}

/** The guards among hooks that set a value, each with its hook: `UserGuard (preValidation)`. */
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
