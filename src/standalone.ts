// Entry `alcove/standalone`: writes the validators and serializers of an application ahead of time.
import './modules/decorators/metadata.js' // first: tsyringe refuses to load before reflect-metadata

export type { Precompiled } from './contracts/precompiled.js'
export { type CompiledApplication, compileApplication, compileServer } from './modules/compile-application.js'
export type { UnwrittenPart } from './schema/precompiled/ahead-of-time.js'
