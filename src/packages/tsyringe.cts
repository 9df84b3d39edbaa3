// This file is not a part of libraries.cts, because `alcove/core` does not load tsyringe. Bundlers follow the literal
// names. Tsyringe throws unless reflect-metadata is loaded. Bun runs this file before files that are imported earlier,
// so this file loads reflect-metadata itself.

/** Needed by the first class with parameters, and by the first container. It takes 17 ms and 0.5 MB of heap. */
export const tsyringe = (): typeof import('tsyringe') => {
  require('./reflect-metadata.cjs')
  return require('tsyringe')
}
