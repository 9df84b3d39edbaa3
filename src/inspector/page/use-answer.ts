import { useEffect, useState } from 'preact/hooks'

/** What the server answers, asked anew for each key; null until then. With an interval it is asked again and again. */
export function useAnswer<T>(key: string | null, ask: (key: string) => Promise<T>, interval: number | null = null) {
  const [answer, setAnswer] = useState<{ key: string; data: T } | null>(null)
  useEffect(() => {
    if (key === null) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const turn = async () => {
      const data = document.hidden && interval !== null ? null : await ask(key).catch(() => null) // the bar says that nobody answers
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
