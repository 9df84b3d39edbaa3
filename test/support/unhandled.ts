/** Unhandled rejections that happen while a function runs, and until the next turns of the event loop. */
export async function unhandledDuring(run: () => Promise<unknown>): Promise<unknown[]> {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', note)
  try {
    await run()
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  } finally {
    process.removeListener('unhandledRejection', note)
    for (const other of others) process.on('unhandledRejection', other)
  }
  return unhandled
}
