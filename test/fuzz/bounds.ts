import fc from 'fast-check'

/**
 * The seed of all properties of this folder. It is fixed in an ordinary run. So an older mistake does not fail the
 * tests of an unrelated change. `npm run fuzz` draws a new one each time.
 */
export const seed = Number(process.env.ALCOVE_SEED ?? 20_261_121)

const minutes = Number(process.env.ALCOVE_FUZZ_MINUTES ?? 0)

/** How many properties share the minutes of a long run; more is only a shorter turn for each. */
const properties = 46

/** The time limit of one property in an ordinary run, in ms. A slow machine draws fewer cases, and does not fail. */
const ordinaryTurn = 2_000
const longTurn = (minutes * 60_000) / properties

/** The bounds of one property: `runs` cases, or as many as its share of `ALCOVE_FUZZ_MINUTES` holds. */
export function bounds(runs: number): fc.Parameters<unknown> {
  if (minutes === 0) return { seed, numRuns: runs, interruptAfterTimeLimit: ordinaryTurn }
  return { seed, numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: longTurn }
}

/** A title that explains how to draw the same cases again. */
export function seeded(title: string): string {
  return `${title} (ALCOVE_SEED=${seed})`
}

/** Mocha's limit for a property: far beyond its turn, for a case that hangs. */
export const patience = longTurn + 120_000
