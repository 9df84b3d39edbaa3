/** The number of functions that are made from text (`new Function`) while `act` runs. */
export async function functionsMade(act: () => unknown): Promise<number> {
  const { Function: Own } = globalThis
  let made = 0
  globalThis.Function = new Proxy(Own, {
    construct: (target, parts) => {
      made += 1
      return Reflect.construct(target, parts)
    },
  })
  try {
    await act()
  } finally {
    globalThis.Function = Own
  }
  return made
}
