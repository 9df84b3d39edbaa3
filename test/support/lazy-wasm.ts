/**
 * A process that imports this file compiles WebAssembly at the first call of each function, and never optimizes it. A
 * database of PGlite then takes half of its processor time, because a test uses little of it.
 */
import { setFlagsFromString } from 'node:v8'

setFlagsFromString('--wasm-lazy-compilation')
setFlagsFromString('--liftoff-only')
