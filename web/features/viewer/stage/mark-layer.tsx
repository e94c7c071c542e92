import type { KeyboardEvent } from 'react'
import type { PixelSpacing, Point } from '#web/imaging/types.ts'
import type { MeasureKind, Measurement } from '#web/imaging/view/measure.ts'
import type { Matrix } from '#web/imaging/view/view.ts'
import { linesOf, type MarkLines, otherDash, type PictureMark, wordsAt } from './mark-lines.ts'
import { markName, useMarks } from './use-marks.tsx'
import type { Draft } from './use-measuring.ts'
import type { Stage } from './use-stage-size.ts'

/** What was measured, drawn over the picture; each end can be reached and moved with the keyboard. */
export function MarkLayer({
  marks,
  draft,
  cursor,
  matrix,
  spacing,
  stage,
  onKey,
}: {
  /** Those of this picture, in its pixels. */
  marks: readonly PictureMark[]
  draft: Draft<MeasureKind> | null
  /** Where the keyboard points while it measures, in pixels of the picture. */
  cursor: Point | null
  matrix: Matrix
  spacing: PixelSpacing | undefined
  stage: Stage
  onKey: (event: KeyboardEvent, mark: Measurement, at: number) => void
}) {
  const all = useMarks().marks
  const css = ({ x, y }: Point) => ({ x: x / stage.ratio, y: y / stage.ratio })
  const inCss = ({ points, label, ...rest }: MarkLines) => ({
    ...rest,
    points: points.map(css),
    label: css(label),
  })
  const [cross] = cursor ? linesOf({ kind: 'length', points: [cursor] }, matrix).points.map(css) : []
  return (
    <>
      <svg aria-hidden className="pointer-events-none absolute inset-0 size-full overflow-hidden">
        {marks.map((mark) => (
          <Lines key={mark.id} {...inCss(linesOf(mark, matrix, spacing))} />
        ))}
        {draft && (
          <Lines
            {...inCss(
              linesOf({ kind: draft.kind, points: [...draft.points, draft.moving] }, matrix, spacing),
            )}
          />
        )}
        {cross && (
          <path
            d={`M${cross.x - 14} ${cross.y}h28M${cross.x} ${cross.y - 14}v28`}
            className="fill-none stroke-signal"
            strokeWidth={1.5}
          />
        )}
      </svg>
      {marks.map((mark) => {
        const { points, text } = inCss(linesOf(mark, matrix, spacing))
        const name = markName(all, mark.id)
        if (mark.author)
          return (
            <p key={mark.id} className="sr-only">
              {`${name}: ${text}`}
            </p>
          )
        return points.map(({ x, y }, at) => (
          // Pointers take the nearest end, so that a finger need not hit the dot.
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: ends of a measurement never change places.
            key={`${mark.id}-${at}`}
            type="button"
            aria-label={`${name}, ${text}: punto ${at + 1}. Flechas para moverlo, Suprimir para borrar.`}
            onKeyDown={(event) => onKey(event, mark, at)}
            style={{ left: x, top: y }}
            className="pointer-events-none absolute size-6 -translate-1/2 rounded-full"
          />
        ))
      })}
    </>
  )
}

function Lines({ points, text, label, beside, other }: MarkLines) {
  const off = wordsAt(beside)
  const path = points.map(({ x, y }) => `${x},${y}`).join(' ')
  return (
    <g>
      <polyline points={path} className="fill-none stroke-film-950" strokeWidth={4} strokeLinejoin="round" />
      <polyline
        points={path}
        className="fill-none stroke-signal"
        strokeWidth={1.75}
        strokeLinejoin="round"
        strokeDasharray={other ? otherDash : undefined}
      />
      {points.map(({ x, y }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ends of a measurement never change places.
        <circle key={at} cx={x} cy={y} r={4} className="fill-film-950 stroke-signal" strokeWidth={1.75} />
      ))}
      <text
        x={label.x + off.x}
        y={label.y + off.y}
        textAnchor={off.align}
        className="fill-signal stroke-film-950 text-meta font-semibold [paint-order:stroke] tabular-nums"
        strokeWidth={4}
      >
        {text}
      </text>
    </g>
  )
}
