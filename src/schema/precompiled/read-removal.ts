import type { WrittenRemoval } from '../../contracts/precompiled.js'
import { regExpOf } from '../engines/native/compile-removal.js'
import {
  createRemoval,
  interpretObject,
  nothing,
  type ObjectRemoval,
  type Removal,
  type RemovalSlot,
} from '../engines/native/undeclared-removal.js'

/** The removal that was written down. */
export function readRemoval(written: readonly WrittenRemoval[]): Removal | null {
  const slots = written.map((): RemovalSlot => ({ removal: () => {}, plan: null }))
  const slotOf = (number: number): RemovalSlot => slots[number] ?? nothing
  for (const [number, { object, array }] of written.entries()) {
    const ofArray = array && { byIndex: array.byIndex.map(slotOf), rest: slotOf(array.rest) }
    const ofObject: ObjectRemoval | null = object && {
      named: namedOf(object.named, slotOf),
      patterns: object.patterns.map(([pattern, slot]) => [regExpOf(pattern), slotOf(slot)]),
      rest: slotOf(object.rest),
      isClosed: object.isClosed,
    }
    const make = object?.make
    const inner = ofObject === null ? [] : Object.values(ofObject.named).filter(({ removal }) => removal !== null)
    const compile = (removal: ObjectRemoval) => (make ? make(...inner) : interpretObject(removal))
    slotOf(number).removal = createRemoval({ ofObject, ofArray }, compile)
  }
  return slotOf(0).removal
}

function namedOf(
  named: readonly (readonly [string, number])[],
  slotOf: (number: number) => RemovalSlot,
): Record<string, RemovalSlot> {
  // No prototype: a key such as `constructor` must be found only where a schema names it.
  const slots: Record<string, RemovalSlot> = Object.create(null)
  for (const [name, number] of named) slots[name] = slotOf(number)
  return slots
}
