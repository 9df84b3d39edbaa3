import type { RequestTrace, StageFigures } from '../../contracts/figures.js'
import type { InspectedStage, StagePhase } from '../../contracts/inspection.js'
import { showCount, showTime } from './figures-text.js'
import { Registrant } from './registrant.js'
import { useView } from './view.js'

const phases: readonly (readonly [phase: StagePhase, title: string])[] = [
  ['request', 'The request'],
  ['reply', 'The reply'],
  ['error', 'When something fails'],
  ['interruption', 'When it is cut off'],
]

interface StageListsProps {
  stages: readonly InspectedStage[]
  figures: Readonly<Record<string, StageFigures>>
  /** One request to follow. Null: the list shows the figures of all requests. */
  trace: RequestTrace | null
}

/** The stages in order. The bars compare how long each takes. */
export function StageLists({ stages, figures, trace }: StageListsProps) {
  const times = timesOf(figures, trace)
  const longest = Math.max(...[...times.values()].map(({ time }) => time), 0)
  const end = trace === null ? null : endOf(stages, trace)
  return phases.map(([phase, title]) => {
    const listed = stages.filter((stage) => stage.phase === phase)
    if (listed.length === 0) return null
    return (
      <section key={phase}>
        <h4>{title}</h4>
        <ol class="stages" data-phase={phase}>
          {listed.map((stage) => (
            <StageLine
              key={stage.id}
              stage={stage}
              measured={times.get(stage.id) ?? null}
              {...{ longest, trace, end }}
            />
          ))}
        </ol>
      </section>
    )
  })
}

interface Measured {
  readonly time: number
  /** `3 × 1.2 ms`. */
  readonly text: string
  readonly title: string
}

function timesOf(figures: StageListsProps['figures'], trace: RequestTrace | null): ReadonlyMap<string, Measured> {
  if (trace !== null)
    return new Map(
      trace.steps.map(({ stage, time }) => [stage, { time, text: showTime(time), title: 'in this request' }]),
    )
  return new Map(
    Object.entries(figures).map(([id, { count, mean, max }]) => {
      return [id, { time: mean, text: `${showCount(count)} × ${showTime(mean)}`, title: `longest ${showTime(max)}` }]
    }),
  )
}

/** The id of the stage that ended the request. Null if the handler ran without a failure. */
function endOf(stages: readonly InspectedStage[], { steps }: RequestTrace): string | null {
  const ran = new Set(steps.map(({ stage }) => stage))
  const last = stages.filter(({ id, phase }) => phase === 'request' && ran.has(id)).at(-1)
  const failed = stages.some(({ id, phase }) => phase === 'error' && ran.has(id))
  return last === undefined || (last.kind === 'handler' && !failed) ? null : last.id
}

interface StageLineProps {
  stage: InspectedStage
  measured: Measured | null
  longest: number
  trace: RequestTrace | null
  end: string | null
}

function StageLine({ stage, measured, longest, trace, end }: StageLineProps) {
  const { index } = useView()
  const { kind, stage: name, function: run, context, path } = stage
  return (
    <li data-stage={kind} data-ran={trace === null ? undefined : measured !== null}>
      <span class="stage-name">
        {name} {run !== '' && <code>{run}</code>}
        {end === stage.id && <b class="ended">ended here</b>}
      </span>
      {path.length > 0 && kind !== 'handler' && (
        <span class="by">
          {context === null ? 'of the route itself' : `of ${index.nameOf(context)}`}
          <Registrant path={path} />
        </span>
      )}
      {measured !== null && (
        <span class="stage-figures" aria-live="off" title={measured.title}>
          <span class="share" aria-hidden="true">
            <span style={{ width: `${longest === 0 ? 0 : (100 * measured.time) / longest}%` }} />
          </span>
          {measured.text}
        </span>
      )}
    </li>
  )
}
