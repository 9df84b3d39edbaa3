import { alcoveVersion } from '../start/versions.js'

// What the server keeps on instances. Children are `Object.create(parent)`: `builder` is each instance's own,
// `core` stands on the root and is inherited. Import as `slots`.

// The drop-in is a copy of the core: `alcove/inspect`, the inspector and the command line find what it keeps by the same
// symbols. Another release keeps it in another form.

export const builder = Symbol.for(`alcove.builder ${alcoveVersion}`)
export const core = Symbol.for(`alcove.core ${alcoveVersion}`)
