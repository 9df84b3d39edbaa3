import { alcoveVersion } from '../start/versions.js'

// Keys of the server's own properties on instances. Children are `Object.create(parent)`: each has its own `builder`,
// and inherits `core` from the root. Import as `slots`.

// The drop-in is a copy of the core: `alcove/inspect`, the inspector and the command line find what it keeps by the same
// symbols. Another release keeps it in another form.

export const builder = Symbol.for(`alcove.builder ${alcoveVersion}`)
export const core = Symbol.for(`alcove.core ${alcoveVersion}`)
