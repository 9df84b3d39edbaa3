import type { Figures, RefusalFigures, UnmatchedFigures } from '../../contracts/figures.js'
import type { Inspection } from '../../contracts/inspection.js'
import type { NameExplanation } from '../../inspect/explain-name.js'

/** The page's own address, without a slash at its end; the rest is below it. */
const base = location.pathname.replace(/\/+$/, '')

export function askTree(): Promise<Inspection> {
  return ask<Inspection>('tree')
}

interface FiguresNow {
  readonly run: string
  readonly routes: Figures
  readonly unmatched: UnmatchedFigures
  readonly refused: RefusalFigures
}

export function askFigures(): Promise<FiguresNow> {
  return ask<FiguresNow>('figures')
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
