import type { Point } from '#web/imaging/types.ts'
import { write } from './export-picture.ts'
import { ground } from './paint.ts'

/** Something drawn over a picture, by the screen and by saved pictures alike. */
export type Figure = {
  /** As in SVG, in pixels of where it is drawn. */
  path: string
  /** Filled with this, seen through. */
  fill?: string
  /** Without one nothing is stroked. */
  line?: string
  dashed?: boolean
  /** A line this wide, seen through. */
  band?: { color: string; wide: number }
  /** Words, a line each, from the lower left corner of the first. */
  words?: { at: Point; lines: readonly string[] }
}

/** CSS pixels from one line of words to the next. */
const leading = 18
const shine = 0.45

export const signal = '#6beadb'

export function FigureView({ path, fill, line, dashed, band, words }: Figure) {
  return (
    <g>
      {fill && <path d={path} fill={fill} fillOpacity={shine} />}
      {band && (
        <path
          d={path}
          fill="none"
          stroke={band.color}
          strokeOpacity={shine}
          strokeWidth={band.wide}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
      {line && <path d={path} fill="none" stroke={ground} strokeWidth={4} />}
      {line && (
        <path
          d={path}
          fill="none"
          stroke={line}
          strokeWidth={1.75}
          strokeDasharray={dashed ? '7 5' : undefined}
        />
      )}
      {words?.lines.map((text, at) => (
        <text
          key={text}
          x={words.at.x}
          y={words.at.y + at * leading}
          className="fill-signal stroke-film-950 text-meta font-semibold [paint-order:stroke] tabular-nums"
          strokeWidth={4}
        >
          {text}
        </text>
      ))}
    </g>
  )
}

/** The same on a canvas; `ratio` is how many of its pixels are one of CSS. */
export function paintFigure(
  context: CanvasRenderingContext2D,
  { path, fill, line, dashed, band, words }: Figure,
  ratio: number,
): void {
  const drawn = new Path2D(path)
  if (fill) {
    context.globalAlpha = shine
    context.fillStyle = fill
    context.fill(drawn)
    context.globalAlpha = 1
  }
  if (band) {
    context.globalAlpha = shine
    context.lineCap = 'round'
    context.lineJoin = 'round'
    context.lineWidth = band.wide
    context.strokeStyle = band.color
    context.stroke(drawn)
    context.lineCap = 'butt'
    context.globalAlpha = 1
  }
  if (line) {
    context.lineJoin = 'round'
    context.lineWidth = 4 * ratio
    context.strokeStyle = ground
    context.stroke(drawn)
    context.lineWidth = 1.75 * ratio
    context.strokeStyle = line
    context.setLineDash(dashed ? [7 * ratio, 5 * ratio] : [])
    context.stroke(drawn)
    context.setLineDash([])
  }
  for (const [at, text] of words?.lines.entries() ?? [])
    write(context, text, { x: words?.at.x ?? 0, y: (words?.at.y ?? 0) + at * leading * ratio }, ratio)
}

/** A line through places, closed where it says so. */
export const pathThrough = (places: readonly Point[], closed = false) =>
  places.length === 0 ? '' : `M${places.map(({ x, y }) => `${x} ${y}`).join('L')}${closed ? 'Z' : ''}`
