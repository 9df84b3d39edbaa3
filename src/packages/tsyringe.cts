// Apart from the other packages in libraries.cts. Bundlers that turn `require` into imports load tsyringe with the file
// that requires it. Tsyringe refuses to load before reflect-metadata. Node requires it in 17 ms, and imports it in 25.
require('./reflect-metadata.cjs') // Bun runs this file before those that are imported earlier
const tsyringe: typeof import('tsyringe') = require('tsyringe')
export const { injectable, delay, container } = tsyringe
