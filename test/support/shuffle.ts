/** Puts a list into an order. */
export type Arrange = <T>(items: readonly T[]) => T[]

/** An order that depends on the number alone. */
export function shuffledBy(number: number): Arrange {
  let state = number
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
  return (items) => {
    const rest = [...items]
    return items.flatMap(() => rest.splice(next(rest.length), 1))
  }
}
