import type { StageFigures } from '../../contracts/figures.js'
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
}

/** What runs, in order; the bars compare how long each takes. */
export function StageLists({ stages, figures }: StageListsProps) {
  const longest = Math.max(...Object.values(figures).map(({ mean }) => mean), 0)
  return phases.map(([phase, title]) => {
    const listed = stages.filter((stage) => stage.phase === phase)
    if (listed.length === 0) return null
    return (
      <section key={phase}>
        <h4>{title}</h4>
        <ol class="stages" data-phase={phase}>
          {listed.map((stage) => (
            <StageLine key={stage.id} stage={stage} figures={figures[stage.id] ?? null} longest={longest} />
          ))}
        </ol>
      </section>
    )
  })
}

function StageLine({
  stage,
  figures,
  longest,
}: {
  stage: InspectedStage
  figures: StageFigures | null
  longest: number
}) {
  const { index } = useView()
  const { kind, stage: name, function: run, context, path } = stage
  return (
    <li data-stage={kind}>
      <span class="stage-name">
        {name} {run !== '' && <code>{run}</code>}
      </span>
      {path.length > 0 && kind !== 'handler' && (
        <span class="by">
          {context === null ? 'of the route itself' : `of ${index.nameOf(context)}`}
          <Registrant path={path} />
        </span>
      )}
      {figures !== null && (
        <span class="stage-figures" aria-live="off" title={`longest ${showTime(figures.max)}`}>
          <span class="share" aria-hidden="true">
            <span style={{ width: `${(100 * figures.mean) / longest}%` }} />
          </span>
          {showCount(figures.count)} × {showTime(figures.mean)}
        </span>
      )}
    </li>
  )
}
