// Apart from the other packages in libraries.cts, because `alcove/core` does without it. Bundlers follow the literal names.
// Tsyringe refuses to load before reflect-metadata. Bun runs this file before those that are imported earlier.

/** Needed by the first class with parameters, and by the first container. It takes 17 ms and 0.5 MB of heap. */
export const tsyringe = (): typeof import('tsyringe') => {
  require('./reflect-metadata.cjs')
  return require('tsyringe')
}
