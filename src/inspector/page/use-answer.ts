import { useEffect, useState } from 'preact/hooks'

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
