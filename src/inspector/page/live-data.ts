import { useEffect, useState } from 'preact/hooks'
import type { Figures } from '../../contracts/figures.js'
import type { Inspection } from '../../contracts/inspection.js'
import { askFigures, askTree } from './server.js'

const interval = 1000

export interface LiveData {
  readonly tree: Inspection | null
  readonly figures: Figures
  /** Of all routes, in the last second. */
  readonly rate: number
  readonly isConnected: boolean
}

interface Look {
  readonly run: string
  readonly figures: Figures
  readonly at: number
}

/**
 * The tree, and the figures each second while somebody looks. When the application has started anew, its tree is read
 * again: it may be another one.
 */
export function useLiveData(): LiveData {
  const [data, setData] = useState<LiveData>({ tree: null, figures: {}, rate: 0, isConnected: true })

  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let last: Look | null = null

    const look = async () => {
      const { run, routes: figures } = await askFigures()
      const isNew = last?.run !== run
      const tree = isNew ? await askTree() : null
      const now: Look = { run, figures, at: performance.now() }
      const rate = last === null || isNew ? 0 : rateOf(last, now)
      last = now
      setData((before) => ({ tree: tree ?? before.tree, figures, rate, isConnected: true }))
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
  return Math.max(0, totalOf(now.figures) - totalOf(last.figures)) / Math.max(seconds, 0.001)
}

export function totalOf(figures: Figures): number {
  return Object.values(figures).reduce((sum, { requests }) => sum + requests, 0)
}
