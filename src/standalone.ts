// Entry `alcove/standalone`: writes the validators and serializers of an application ahead of time.
import './decorators/metadata.js' // first: tsyringe refuses to load before reflect-metadata

export { type CompiledApplication, compileApplication, compileServer } from './bootstrap/compile-application.js'
export type { Precompiled } from './contracts/precompiled.js'
export type { UnwrittenPart } from './schema/precompiled/artefact-writer.js'
