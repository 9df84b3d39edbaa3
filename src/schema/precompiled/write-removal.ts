import {
  type ArrayRemoval,
  codeOfObject,
  type ObjectRemoval,
  type RemovalSlot,
} from '../engines/native/undeclared-removal.js'

/** The source of a function that gives a removal as data and code; `null`: nothing is removed. */
export function writeRemoval(start: RemovalSlot): string | null {
  if (start.plan === null) return null
  const slots: RemovalSlot[] = []
  const numberOf = (slot: RemovalSlot): number => {
    if (slot.plan === null) return -1
    const known = slots.indexOf(slot)
    return known === -1 ? slots.push(slot) - 1 : known
  }
  numberOf(start)
  const lines: string[] = []
  for (let number = 0; number < slots.length; number++) {
    const { ofObject = null, ofArray = null } = slots[number]?.plan ?? {}
    lines.push(`{ object: ${writeObject(ofObject, numberOf)}, array: ${writeArray(ofArray, numberOf)} }`)
  }
  return `() => [${lines.join(', ')}]`
}

type NumberOf = (slot: RemovalSlot) => number

function writeObject(removal: ObjectRemoval | null, numberOf: NumberOf): string {
  if (removal === null) return 'null'
  const code = codeOfObject(removal)
  const data = {
    named: Object.entries(removal.named).map(([name, slot]) => [name, numberOf(slot)]),
    patterns: removal.patterns.map(([pattern, slot]) => [pattern.source, numberOf(slot)]),
    rest: numberOf(removal.rest),
    isClosed: removal.isClosed,
  }
  const make = code === null ? 'null' : `(${[...code.slots.keys()]}) => { ${code.body} }`
  return `{ ...${JSON.stringify(data)}, make: ${make} }`
}

function writeArray(removal: ArrayRemoval | null, numberOf: NumberOf): string {
  if (removal === null) return 'null'
  return JSON.stringify({ byIndex: Array.from(removal.byIndex, numberOf), rest: numberOf(removal.rest) })
}
