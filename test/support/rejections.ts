/**
 * mocha drops a rejection that nobody handles. Here it fails the test that runs, or the run when it comes later, unless
 * a test listens for it. Loaded by .mocharc.json.
 */
const seen = new WeakSet<Promise<unknown>>()
const quiet = process.listenerCount('unhandledRejection')

process.on('unhandledRejection', (reason, promise) => {
  // mocha's own listener takes itself off and emits the event a second time: one listener fewer, and us once more.
  const others = process.listenerCount('unhandledRejection') - quiet - 1
  const isEcho = seen.has(promise)
  seen.add(promise)
  if (isEcho || others > 1) return
  throw reason
})
