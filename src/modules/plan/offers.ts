import type { InjectToken } from '../../contracts/token.js'
import { treeCodes } from '../../errors/tree-codes.js'
import { attempt, type Report } from '../../support/report.js'
import { describeValue } from '../../support/values.js'
import { injectSourceOf, isInjectToken } from '../decorators/inject-source.js'
import { type ContextPlan, type Offer, type PlannedContext, type ProviderKey } from './context-plan.js'
import { type ModuleNode, placeOf } from './module-node.js'
import { reportAtClass } from './report-at.js'
import { keyOf, nameOfKey } from './visibility.js'

const none: ReadonlyMap<ProviderKey, Offer> = new Map()

/** The offers of a context's modules: its own providers, and those that contexts below offered to it. */
export function readOffers(
  nodes: readonly ModuleNode[],
  context: ContextPlan,
  report: Report,
): ReadonlyMap<ProviderKey, Offer> {
  if (nodes.every(({ fact }) => fact.offers.length === 0)) return none
  const offers = new Map<ProviderKey, Offer>()
  for (const by of nodes) {
    by.fact.offers.forEach((token, index) => {
      attempt(reportAtClass(report, by.Class), () => {
        const key = readKey(token, `offers[${index}]`, by)
        const plan = context.providers.get(key) ?? context.offered.get(key)?.plan
        if (plan === undefined) throw new treeCodes.ALC_ERR_OFFER_UNKNOWN(by.name, nameOfKey(key))
        offers.set(key, { plan, by })
      })
    })
  }
  return offers
}

/** Adds the offers of a context below to the given context. */
export function takeOffers(context: PlannedContext, offers: ReadonlyMap<ProviderKey, Offer>, report: Report): void {
  for (const [key, offer] of offers) {
    const own = context.providers.get(key)?.module
    const first = own ?? context.offered.get(key)?.by
    if (first === undefined) context.takeOffer(key, offer)
    else {
      const names = [placeOf(first), placeOf(offer.by)] as const
      const reportHere = reportAtClass(report, offer.by.Class)
      reportHere(new treeCodes.ALC_ERR_OFFER_TWICE(nameOfKey(key), context.name, ...names))
    }
  }
}

function readKey(token: InjectToken | undefined, position: string, { name }: ModuleNode): ProviderKey {
  if (token === undefined) throw new treeCodes.ALC_ERR_ENTRY_UNDEFINED(position, 'offers', name)
  const key = isInjectToken(token) ? keyOf(injectSourceOf(token).token) : null
  if (key !== null) return key
  const given = isInjectToken(token) ? 'a token of a value' : describeValue(token)
  const expected = 'the class or token of a provider: only providers are offered'
  throw new treeCodes.ALC_ERR_ENTRY_INVALID(position, name, given, expected)
}
