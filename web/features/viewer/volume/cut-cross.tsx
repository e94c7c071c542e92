import type { Point } from '#web/imaging/types.ts'
import type { Stage } from '../stage/use-stage-size.ts'

/** Where two other cuts pass through this one, `at` in CSS pixels. The lines leave a gap where they meet, so that what lies there is seen. */
export function CutCross({
  at,
  vertical,
  horizontal,
  stage,
}: {
  at: Point
  vertical: string
  horizontal: string
  stage: Stage
}) {
  const gap = 12
  const [width, height] = [stage.width / stage.ratio, stage.height / stage.ratio]
  return (
    <g aria-hidden strokeWidth={1.25} opacity={0.85}>
      <path d={`M${at.x} 0V${at.y - gap}M${at.x} ${at.y + gap}V${height}`} className={vertical} />
      <path d={`M0 ${at.y}H${at.x - gap}M${at.x + gap} ${at.y}H${width}`} className={horizontal} />
    </g>
  )
}
