import type { InspectedContext, Inspection } from '../contracts/inspection.js'
import { cliCodes } from '../errors/cli-codes.js'
import { didYouMean, nearMisses } from '../support/near-miss.js'

/**
 * The contexts of a name (`StockModule`), of an id (`AppModule > StockModule`) or of the end of an id. A module that
 * several others import has several contexts.
 *
 * @throws ALC_ERR_CONTEXT_UNKNOWN with names that may have been meant
 */
export function findContexts(inspection: Inspection, given: string): InspectedContext[] {
  const { contexts } = inspection
  const wanted = given.trim().replace(/\s*>\s*/g, ' > ')
  const named = contexts.filter(({ id, name }) => id === wanted || name === wanted || id.endsWith(` > ${wanted}`))
  if (named.length > 0) return named
  throw new cliCodes.ALC_ERR_CONTEXT_UNKNOWN(given, hintFor(inspection, wanted))
}

function hintFor({ contexts }: Inspection, wanted: string): string {
  const entries = contexts.flatMap((context) => context.entries)
  const wrapped = entries.find(({ kind, name }) => kind === 'wrapped module' && name === wanted)
  if (wrapped !== undefined) return `. It is wrapped into ${wrapped.context}. Give that context`
  const near = nearMisses(wanted, new Set(contexts.map(({ id, name }) => (wanted.includes('>') ? id : name))))
  return near.length > 0 ? `: ${didYouMean(near)}` : '. Find its name with alcove tree'
}
