import { alcoveVersion } from '../start/versions.js'

// Keys of the server's own properties on instances. Children are `Object.create(parent)`: each has its own `builder`,
// and inherits `core` from the root. Import as `slots`.

// The drop-in is a copy of the core. `alcove/inspect`, the inspector and the command line find the state of both copies
// by the same global symbols. The symbols contain the version, because another release has another form of state.

export const builder = Symbol.for(`alcove.builder ${alcoveVersion}`)
export const core = Symbol.for(`alcove.core ${alcoveVersion}`)
