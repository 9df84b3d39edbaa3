import type { ClassFacts, MemberFacts, PlacedFacts } from './facts.js'
import { recordOnClass, recordOnMember } from './metadata.js'
import { className, memberName } from './read-facts.js'
import { checkClass, checkMethod, type DecoratorArguments, isOnMember } from './targets.js'

// The functions that the language calls for decorators. Each checks the target, and adds the result of `change` to the
// facts of the target. `change` gets the facts so far, and the name of the class or method for its errors. Decorators
// run from the bottom up, but the upper one comes first in a list of facts.

/** The function that the language calls. */
export type Decorate = (...args: DecoratorArguments) => void

type Change<F> = (facts: F, where: string) => Partial<F>

export function classDecorator(name: string, change: Change<ClassFacts>): Decorate {
  return function decorate(...args) {
    onClass({ name, decorate }, args, change)
  }
}

export function methodDecorator(name: string, change: Change<MemberFacts>): Decorate {
  return function decorate(...args) {
    onMethod({ name, decorate }, args, change)
  }
}

/** A decorator of classes and of methods, which records the same facts for both. */
export function placedDecorator(name: string, change: Change<PlacedFacts>): Decorate {
  return function decorate(...args) {
    if (isOnMember(args)) onMethod({ name, decorate }, args, change)
    else onClass({ name, decorate }, args, change)
  }
}

interface Called {
  readonly name: string
  readonly decorate: Decorate
}

function onClass({ name, decorate }: Called, args: DecoratorArguments, change: Change<ClassFacts>): void {
  const target = checkClass(name, args)
  recordOnClass(target, (facts) => change(facts, className(target)), decorate)
}

function onMethod({ name, decorate }: Called, args: DecoratorArguments, change: Change<MemberFacts>): void {
  const [owner, key] = checkMethod(name, args)
  recordOnMember(owner, key, (facts) => change(facts, memberName(owner, key)), decorate)
}
