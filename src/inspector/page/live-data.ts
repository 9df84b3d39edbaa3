import { useEffect, useState } from 'preact/hooks'
import type { Figures, RefusalFigures, RequestFigures, UnmatchedFigures } from '../../contracts/figures.js'
import type { Overview } from '../page-data.js'
import { askFigures, askOverview } from './server.js'

const interval = 1000

export interface LiveData {
  readonly tree: Overview | null
  /** The id of the application's run. Another run may have another tree. */
  readonly run: string
  readonly figures: Figures
  readonly unmatched: UnmatchedFigures
  /** Counts by the name of the counter; null until the first answer. */
  readonly refused: RefusalFigures | null
  /** Requests per second since the last answer. */
  readonly rate: number
  readonly isConnected: boolean
}

interface Look {
  readonly run: string
  readonly total: number
  readonly at: number
}

/**
 * Reads the tree once, and the figures each second while the page is visible. After a restart of the application it
 * reads the tree again, because the tree may have changed.
 */
export function useLiveData(): LiveData {
  const [data, setData] = useState<LiveData>({
    tree: null,
    run: '',
    figures: {},
    unmatched: { notFound: {}, malformed: 0 },
    refused: null,
    rate: 0,
    isConnected: true,
  })

  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let last: Look | null = null

    const look = async () => {
      const { run, routes: figures, unmatched, refused } = await askFigures()
      const isNew = last?.run !== run
      const tree = isNew ? await askOverview() : null
      const now: Look = { run, total: totalOf(figures, unmatched), at: performance.now() }
      const rate = last === null || isNew ? 0 : rateOf(last, now)
      last = now
      setData((before) => ({ tree: tree ?? before.tree, run, figures, unmatched, refused, rate, isConnected: true }))
    }
    const turn = async () => {
      if (!document.hidden) await look().catch(() => setData((before) => ({ ...before, rate: 0, isConnected: false })))
      if (!isOver) timer = setTimeout(turn, interval)
    }
    turn()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [])

  return data
}

function rateOf(last: Look, now: Look): number {
  const seconds = (now.at - last.at) / 1000
  return Math.max(0, now.total - last.total) / Math.max(seconds, 0.001)
}

/** The number of all requests, also of those without a route. */
export function totalOf(figures: Figures, unmatched: UnmatchedFigures): number {
  return sum(figures) + withoutRoute(unmatched)
}

/** The number of requests without a route. */
export function withoutRoute({ notFound, malformed }: UnmatchedFigures): number {
  return sum(notFound) + malformed
}

function sum(figures: Readonly<Record<string, RequestFigures>>): number {
  return Object.values(figures).reduce((total, { requests }) => total + requests, 0)
}
