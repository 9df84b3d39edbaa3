import { useEffect, useState } from 'preact/hooks'
import type { Figures, RefusalFigures, RequestFigures, UnmatchedFigures } from '../../contracts/figures.js'
import type { Overview } from '../page-data.js'
import { askFigures, askOverview } from './server.js'

const interval = 1000

export interface LiveData {
  readonly tree: Overview | null
  /** Of the application; another one may have another tree. */
  readonly run: string
  readonly figures: Figures
  readonly unmatched: UnmatchedFigures
  /** By counter; null until the first look. */
  readonly refused: RefusalFigures | null
  /** Of all requests, in the last second. */
  readonly rate: number
  readonly isConnected: boolean
}

interface Look {
  readonly run: string
  readonly total: number
  readonly at: number
}

/**
 * The tree, and the figures each second while somebody looks. When the application has started anew, its tree is read
 * again: it may be another one.
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

/** All requests, those for no route among them. */
export function totalOf(figures: Figures, unmatched: UnmatchedFigures): number {
  return sum(figures) + withoutRoute(unmatched)
}

/** Those for no route. */
export function withoutRoute({ notFound, malformed }: UnmatchedFigures): number {
  return sum(notFound) + malformed
}

function sum(figures: Readonly<Record<string, RequestFigures>>): number {
  return Object.values(figures).reduce((total, { requests }) => total + requests, 0)
}
