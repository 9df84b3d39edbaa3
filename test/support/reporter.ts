import Mocha from 'mocha'

/** The source of the last line; filled by the run, read when the process ends. */
let current: Mocha.Runner | null = null

/** `N passed, N failed`, and `, N skipped` when a test was. */
function summaryOf(runner: Mocha.Runner | null, exitCode: number): string {
  const { passes = 0, failures = 0, pending = 0 } = runner?.stats ?? {}
  // A file that does not load, a crash after the last test, a run without tests: mocha counts none of these as a failed test.
  const broken = exitCode !== 0 || (runner?.failures ?? 0) > 0
  const failed = failures === 0 && broken ? 1 : failures
  const skipped = pending > 0 ? `, ${pending} skipped` : ''
  return `${passes} passed, ${failed} failed${skipped}`
}

// On exit, not at the end of the run: a late timer may print, and this line must be the last one. It also comes when
// mocha stopped before it made a reporter.
process.once('exit', (exitCode) => {
  if (current === null && exitCode === 0) return
  process.stdout.write(`${summaryOf(current, exitCode)}\n`)
})

/** mocha rethrows what comes after the run, which ends the process without its exit event. */
function failLate(error: unknown): never {
  console.error(error)
  // mocha sets the exit code in a listener that it added when the run ended: ours has to come after it.
  process.once('exit', () => {
    process.exitCode = 1
  })
  process.exit(1)
}

/** A server or timer that a test left behind would keep the run from ending, and nobody would know which. */
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
