import type { Precompiled } from '../../contracts/precompiled.js'
import type { AheadOfTime, SchemaOptions } from './ahead-of-time.js'
import { ArtefactReader } from './artefact-reader.js'

type Open = (options: SchemaOptions) => AheadOfTime

const opener = Symbol('alcove.precompiled-opener')

/** Something that stands in the option `precompiled` for an artefact that is yet to be written. */
export function standInFor(open: Open): Precompiled {
  const schemas = { shared: [], native: () => [], validators: {}, serializers: {}, json: () => [] }
  return Object.assign({ format: 0, made: {}, ...schemas }, { [opener]: open })
}

/**
 * What the option `precompiled` means.
 *
 * @throws ALC_ERR_PRECOMPILED_STALE for an artefact of other versions or options
 */
export function openAhead(precompiled: Precompiled, options: SchemaOptions): AheadOfTime {
  const open: Open | undefined = Reflect.get(precompiled, opener)
  return open?.(options) ?? new ArtefactReader(precompiled, options)
}
