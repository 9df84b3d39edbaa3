import { useEffect, useState } from 'preact/hooks'
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

/** The server's answer for a key; null until it comes. With an interval, the page repeats the request. */
export function useAnswer<T>(key: string | null, ask: (key: string) => Promise<T>, interval: number | null = null) {
  const [answer, setAnswer] = useState<{ key: string; data: T } | null>(null)
  useEffect(() => {
    if (key === null) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const turn = async () => {
      const data = document.hidden && interval !== null ? null : await ask(key).catch(() => null) // the bar reports a server without an answer
      if (isOver) return
      if (data !== null) setAnswer({ key, data })
      if (interval !== null) timer = setTimeout(turn, interval)
    }
    turn()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [key])
  return answer !== null && answer.key === key ? answer.data : null
}
