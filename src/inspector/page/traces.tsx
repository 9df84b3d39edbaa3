import type { RequestTrace } from '../../contracts/figures.js'
import { showTime } from './figures-text.js'

interface TracesProps {
  traces: readonly RequestTrace[]
  followed: string | null
  onFollow: (request: string | null) => void
}

/** The latest requests of a route. The user can follow one of them through the stages. */
export function Traces({ traces, followed, onFollow }: TracesProps) {
  if (traces.length === 0) return null
  return (
    <section class="traces" aria-label="Requests to follow">
      <button type="button" class="trace" aria-pressed={followed === null} onClick={() => onFollow(null)}>
        all
      </button>
      {traces.map(({ request, status, time, at, whole }) => (
        <button
          key={request}
          type="button"
          class="trace"
          aria-pressed={followed === request}
          data-failed={status >= 500 || !whole}
          title={`request ${request}, ${new Date(at).toLocaleTimeString()}${whole ? '' : ', cut off'}`}
          onClick={() => onFollow(request)}
        >
          {whole ? status : 'cut off'} <span class="by">{showTime(time)}</span>
        </button>
      ))}
    </section>
  )
}
