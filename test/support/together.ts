interface Scenario {
  readonly run: () => Promise<void>
  outcome: Promise<void> | null
}

/**
 * Call it in a `describe`. Returns a function in place of `it`. All its tests begin together, so that tests which wait
 * for time limits wait at the same time. They need servers of their own, which an `after` hook closes.
 */
export function together(): (name: string, run: () => Promise<void>) => void {
  const scenarios: Scenario[] = []
  before(() => {
    for (const scenario of scenarios) {
      scenario.outcome = scenario.run()
      scenario.outcome.catch(() => {}) // its own test reports the error
    }
  })
  return (name, run) => {
    const scenario: Scenario = { run, outcome: null }
    scenarios.push(scenario)
    it(name, async () => {
      await scenario.outcome
    })
  }
}
