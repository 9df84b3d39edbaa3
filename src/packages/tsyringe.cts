// Apart from the other packages in support/libraries.cts: bundlers that turn `require` into imports load tsyringe with the
// file that requires it, and tsyringe refuses to load before reflect-metadata. Node requires it in 17 ms, and imports it in 25.
const tsyringe: typeof import('tsyringe') = require('tsyringe')
export const { injectable, delay, container } = tsyringe
