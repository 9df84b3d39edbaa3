/**
 * mocha ignores unhandled rejections. Here an unhandled rejection fails the test that runs, or the run after the last
 * test. It does not fail a test that listens for rejections. .mocharc.json loads this file.
 */
const seen = new WeakSet<Promise<unknown>>()
const quiet = process.listenerCount('unhandledRejection')

process.on('unhandledRejection', (reason, promise) => {
  // mocha's own listener removes itself and emits the event a second time. So there is one listener fewer, and this
  // listener is called again.
  const others = process.listenerCount('unhandledRejection') - quiet - 1
  const isEcho = seen.has(promise)
  seen.add(promise)
  if (isEcho || others > 1) return
  throw reason
})
