import type { NameExplanation } from '../../inspect/explain-name.js'
import type { EntryDetails, FiguresNow, Overview, RouteDetails, Traces } from '../page-data.js'

/** The page's own address, without a slash at its end. The data is below it. */
const base = location.pathname.replace(/\/+$/, '')

export function askOverview(): Promise<Overview> {
  return ask<Overview>('overview')
}

export function askFigures(): Promise<FiguresNow> {
  return ask<FiguresNow>('figures')
}

export function askRoute(id: string): Promise<RouteDetails> {
  return ask<RouteDetails>(`route?${new URLSearchParams({ id })}`)
}

export function askEntry(id: string): Promise<EntryDetails> {
  return ask<EntryDetails>(`entry?${new URLSearchParams({ id })}`)
}

/** The latest requests of a route. The server keeps requests only while pages ask for them. */
export function askRequests(route: string): Promise<Traces> {
  return ask<Traces>(`requests?${new URLSearchParams({ route })}`)
}

/** Why a route sees a name, or does not. */
export function askWhy(route: string, name: string): Promise<NameExplanation> {
  return ask<NameExplanation>(`why?${new URLSearchParams({ route, name })}`)
}

async function ask<T>(what: string): Promise<T> {
  const response = await fetch(`${base}/${what}`, { signal: AbortSignal.timeout(5000) })
  if (!response.ok) return Promise.reject(response.status)
  return (await response.json()) as T // both sides are built together
}
