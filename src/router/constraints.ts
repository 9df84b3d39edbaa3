import type { Config, HTTPVersion } from 'find-my-way'
import { causedBy } from '../errors/coded-error.js'
import { routeCodes } from '../errors/route-codes.js'
import { policies } from '../support/as-fastify.js'
import { nearMisses } from '../support/near-miss.js'
import { containRejection, describeValue, isRecord, messageOf, pendingOf, readProperty } from '../support/values.js'

const { ALC_ERR_CONSTRAINT_STRATEGY, ALC_ERR_ROUTE_CONSTRAINT } = routeCodes

/** The members of the router's constrainer that alcove uses. The router's types omit them. */
export interface Constrainer {
  readonly strategies: Record<string, Strategy>
  readonly asyncStrategiesInUse: ReadonlySet<string>
  addConstraintStrategy(strategy: CustomStrategy): void
  hasConstraintStrategy(name: string): boolean
}

interface Strategy {
  isCustom?: boolean
  storage: () => unknown
  validate?: ((value: unknown) => unknown) | undefined
}

export type CustomStrategy = NonNullable<Config<HTTPVersion.V1>['constraints']>[string]

/** The values of the router's own strategies. */
const builtIn: Readonly<Record<string, { accepts: (value: unknown) => boolean; expected: string }>> = {
  host: {
    accepts: (value) => typeof value === 'string' || value instanceof RegExp,
    expected: "a string or a RegExp, such as 'a.example'",
  },
  version: {
    accepts: (value) => typeof value === 'string' && /^\d+(?:\.|$)/.test(value),
    expected: "a string that begins with a number, such as '1.2.0'",
  },
}

/**
 * Throws for constraints that no request can meet. The router rejects most such constraints with an assertion about a
 * value.
 */
export function checkConstraints({ strategies }: Constrainer, route: string, constraints: unknown): void {
  if (!isRecord(constraints)) {
    throw new ALC_ERR_ROUTE_CONSTRAINT(
      `The constraints of ${route} must be an object such as { host: 'a.example' }, got ${describeValue(constraints)}`,
    )
  }
  for (const [name, value] of Object.entries(constraints)) {
    const title = `Constraint "${name}" of ${route}`
    const strategy = Object.hasOwn(strategies, name) ? strategies[name] : undefined
    if (strategy === undefined) throw new ALC_ERR_ROUTE_CONSTRAINT(`${title} ${describeUnknown(name, strategies)}`)
    if (value === undefined) {
      throw new ALC_ERR_ROUTE_CONSTRAINT(`${title} is undefined. Give it a value, or remove the key`)
    }
    const known = strategy.isCustom === true ? undefined : builtIn[name]
    if (known !== undefined && !known.accepts(value)) {
      throw new ALC_ERR_ROUTE_CONSTRAINT(`${title} must be ${known.expected}, got ${describeValue(value)}`)
    }
    if (known === builtIn.host) checkHost(title, value)
    if (strategy.isCustom === true) validateValue(title, strategy, value)
  }
}

/** Refuses a host that no request can name. It has no scheme and no path. The router compares texts, so `*` is not a pattern. */
function checkHost(title: string, host: unknown): void {
  if (!policies.refusesWhatHasNoEffect || typeof host !== 'string' || /^[^\s/*]*$/.test(host)) return
  const wanted = host.includes('*') ? 'Write a RegExp for a pattern' : "Write the host alone: 'a.example'"
  throw new ALC_ERR_ROUTE_CONSTRAINT(`${title} is "${host}", which no request has as its host. ${wanted}`)
}

/** The constraints as the router compares them: a host has no case (RFC 9110, 4.2.3). The application reads them as written. */
export function withoutCase(
  { strategies }: Constrainer,
  constraints: Record<string, unknown>,
): Record<string, unknown> {
  const { host } = constraints
  if (typeof host !== 'string' || strategies.host?.isCustom === true) return constraints
  return { ...constraints, host: host.toLowerCase() }
}

function describeUnknown(name: string, strategies: object): string {
  const names = Object.keys(strategies)
  const [near] = nearMisses(name, names)
  const advice = near === undefined ? 'Add one with addConstraintStrategy before the route' : `Write "${near}"`
  return `has no strategy. There are ${names.map((each) => `"${each}"`).join(', ')}. ${advice}`
}

function validateValue(title: string, { validate }: Strategy, value: unknown): void {
  try {
    validate?.(value)
  } catch (error) {
    if (error instanceof ALC_ERR_CONSTRAINT_STRATEGY) throw error
    const text = `${title} is refused by the strategy: ${messageOf(error)}. Change ${describeValue(value)}, or the strategy`
    throw causedBy(new ALC_ERR_ROUTE_CONSTRAINT(text), error)
  }
}

export function isStrategy(value: unknown): value is CustomStrategy {
  const [name, ...functions] = ['name', 'storage', 'deriveConstraint'].map((key) => readProperty(value, key))
  const validate = readProperty(value, 'validate') ?? null
  const isComplete = functions.every((each) => typeof each === 'function')
  return typeof name === 'string' && name !== '' && isComplete && (validate === null || typeof validate === 'function')
}

/** Adds a strategy of the application. */
export function addStrategy(constrainer: Constrainer, strategy: CustomStrategy): void {
  if (policies.refusesWhatHasNoEffect) checkStrategy(constrainer, strategy)
  constrainer.addConstraintStrategy(guardConstraint(strategy))
}

function checkStrategy(constrainer: Constrainer, strategy: unknown): void {
  if (!isStrategy(strategy)) {
    const expected = 'an object { name, storage, deriveConstraint } with a name and functions'
    throw new ALC_ERR_CONSTRAINT_STRATEGY(`A constraint strategy must be ${expected}, got ${describeValue(strategy)}`)
  }
  const { name } = strategy
  if (!constrainer.hasConstraintStrategy(name)) return
  const isCustom = constrainer.strategies[name]?.isCustom === true
  throw new ALC_ERR_CONSTRAINT_STRATEGY(
    isCustom
      ? `Constraint strategy "${name}" is added twice. Remove one, or rename it`
      : `Constraint strategy "${name}" is added after a route that has this constraint. Add it before the routes`,
  )
}

/**
 * The router ignores the promise of an async `deriveConstraint`, so a rejection would end the process. The class of a
 * strategy may have private members, so each method runs on the strategy itself.
 */
function guardConstraint(strategy: CustomStrategy): CustomStrategy {
  const { name, mustMatchWhenDerived, validate, storage }: CustomStrategy = Object(strategy)
  const given: unknown = readProperty(strategy, 'deriveConstraint')
  if (typeof given !== 'function' || typeof storage !== 'function') return strategy // the router refuses it
  const derive = given as Derive // the router calls it with these arguments
  return {
    name,
    mustMatchWhenDerived,
    validate:
      validate &&
      ((value) => refusePromise(`validate of constraint strategy "${name}"`, validate.call(strategy, value))),
    storage: () => readStore(name, storage.call(strategy)),
    deriveConstraint: derive.length === 3 ? withDone(derive, strategy) : withoutDone(derive, strategy),
  } as CustomStrategy // types of the router omit an absent `validate`
}

type Done = (error: unknown, value?: unknown) => void
type Derive = (this: unknown, req: unknown, context: unknown, done?: Done) => unknown

/** Guards a function with three parameters, which the router calls with `done`. */
function withDone(derive: Derive, strategy: CustomStrategy) {
  return (req: unknown, context: unknown, done: Done): void => {
    let isOpen = true
    const once: Done = (error, value) => {
      if (!isOpen) return
      isOpen = false
      done(error, value)
    }
    containRejection(derive.call(strategy, req, context, once), once)
  }
}

function withoutDone(derive: Derive, strategy: CustomStrategy) {
  return (req: unknown, context: unknown): unknown => {
    const derived: unknown = derive.call(strategy, req, context)
    containRejection(derived)
    return derived
  }
}

/** Rejects a promise, because it would settle after the route has been added. */
function refusePromise(what: string, result: unknown): void {
  if (pendingOf(result) === null) return
  containRejection(result)
  throw new ALC_ERR_CONSTRAINT_STRATEGY(`The method ${what} must not be async. Throw an error for a wrong value`)
}

function readStore(name: string, store: unknown): unknown {
  const isStore = ['get', 'set'].every((key) => typeof readProperty(store, key) === 'function')
  if (isStore) return store
  containRejection(store)
  throw new ALC_ERR_CONSTRAINT_STRATEGY(
    `storage() of constraint strategy "${name}" must return an object with get and set, got ${describeValue(store)}`,
  )
}
