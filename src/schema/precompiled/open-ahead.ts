import type { Precompiled } from '../../contracts/precompiled.js'
import { type AheadOfTime, openerOf, type SchemaOptions } from './ahead-of-time.js'
import { ArtefactReader } from './artefact-reader.js'

/**
 * What the option `precompiled` means.
 *
 * @throws ALC_ERR_PRECOMPILED_STALE for an artefact of other versions or options
 */
export function openAhead(precompiled: Precompiled, options: SchemaOptions): AheadOfTime {
  return openerOf(precompiled)?.(options) ?? new ArtefactReader(precompiled, options)
}
