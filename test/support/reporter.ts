import Mocha from 'mocha'

/** The source of the last line. The run sets it, and the exit listener reads it. */
let current: Mocha.Runner | null = null

/** `N passed, N failed`, and `, N skipped` if there are skipped tests. */
function summaryOf(runner: Mocha.Runner | null, exitCode: number): string {
  const { passes = 0, failures = 0, pending = 0 } = runner?.stats ?? {}
  // mocha does not count some cases as a failed test. They are an unloadable file, a crash after the last test, a run
  // without tests.
  const broken = exitCode !== 0 || (runner?.failures ?? 0) > 0
  const failed = failures === 0 && broken ? 1 : failures
  const skipped = pending > 0 ? `, ${pending} skipped` : ''
  return `${passes} passed, ${failed} failed${skipped}`
}

// The line is written on exit, not at the end of the run. A late timer may print, and this line must be the last one.
// It is also written if mocha stops with an error before it creates a reporter.
process.once('exit', (exitCode) => {
  if (current === null && exitCode === 0) return
  process.stdout.write(`${summaryOf(current, exitCode)}\n`)
})

/**
 * Ends the process with status 1 after a late error. mocha would rethrow the error, which ends the process without its
 * exit event.
 */
function failLate(error: unknown): never {
  console.error(error)
  // mocha sets the exit code in an exit listener that it adds when the run ends. This listener must run after it.
  process.once('exit', () => {
    process.exitCode = 1
  })
  process.exit(1)
}

/**
 * Fails the run if a test left a server or timer open. Without this, the process would wait and not report the reason.
 */
function failOpen(): void {
  failLate(`the tests are over, but these are still open: ${process.getActiveResourcesInfo().join(', ')}`)
}

/** mocha's own readable output, with one line at the very end that a program can read. */
// mocha finds a reporter by its default export.
export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options)
    current = runner
    const patience = Number(options?.reporterOptions?.patience ?? 20_000)
    runner.once('end', () => {
      process.prependListener('uncaughtException', failLate)
      setTimeout(failOpen, patience).unref()
    })
  }
}
