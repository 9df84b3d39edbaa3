import type { RequestFigures } from '../../contracts/figures.js'
import { showCount, showTime } from './figures-text.js'

/** The number of requests, their failures and their times. */
export function RequestNumbers({ figures }: { figures: RequestFigures }) {
  const { requests, active, refused, failed, p50, p95, max } = figures
  const numbers: readonly (readonly [string, string])[] = [
    ['requests', showCount(requests)],
    ['half within', showTime(p50)],
    ['95 % within', showTime(p95)],
    ['longest', showTime(max)],
    ['4xx', showCount(refused)],
    ['5xx', showCount(failed)],
    ['running', showCount(active)],
  ]
  return (
    <dl class="numbers" aria-live="off">
      {numbers.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
