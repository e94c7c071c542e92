import type { Point } from '#web/imaging/types.ts'

/** Sizes of a picture in pixels, and how much taller than wide one of them is (1 for squares). */
export type Extent = { columns: number; rows: number; aspect: number }
export type Size = { width: number; height: number }

/** How a picture lies on a stage. Stage pixels are those of the screen, not of CSS. */
export type View = {
  /** Stage pixels for the width of one pixel. */
  zoom: number
  /** Where the picture's middle is, from that of the stage. */
  x: number
  y: number
  /** Quarters of a turn, clockwise. */
  turns: number
  /** Left and right exchanged, as seen after turning. */
  mirrored: boolean
}

/** `x' = a x + c y + e`, `y' = b x + d y + f`, as a canvas takes it. */
export type Matrix = { a: number; b: number; c: number; d: number; e: number; f: number }

const farthest = 40

/** The picture as large as the stage allows, upright. */
export function fitted(extent: Extent, stage: Size, view: Pick<View, 'turns' | 'mirrored'> = upright): View {
  const { width, height } = seenSize(extent, view.turns)
  const zoom = Math.min(stage.width / width, stage.height / height)
  return { zoom: zoom > 0 && Number.isFinite(zoom) ? zoom : 1, x: 0, y: 0, ...turnOf(view) }
}

const upright = { turns: 0, mirrored: false }
const turnOf = ({ turns, mirrored }: Pick<View, 'turns' | 'mirrored'>) => ({ turns, mirrored })

/** Width and height of the picture as it stands, in widths of its pixels. */
function seenSize({ columns, rows, aspect }: Extent, turns: number): Size {
  const height = rows * aspect
  return turns % 2 === 0 ? { width: columns, height } : { width: height, height: columns }
}

/** From the picture (pixels, 0 at its top left corner) to the stage. */
export function matrixOf(view: View, extent: Extent, stage: Size): Matrix {
  const { zoom } = view
  const across = view.mirrored ? -zoom : zoom
  const [cos, sin] = quarter(view.turns)
  // Turned first, then mirrored as it is seen.
  const a = cos * across
  const b = sin * zoom
  const c = -sin * across * extent.aspect
  const d = cos * zoom * extent.aspect
  const e = stage.width / 2 + view.x - (a * extent.columns + c * extent.rows) / 2
  const f = stage.height / 2 + view.y - (b * extent.columns + d * extent.rows) / 2
  // Pixel on pixel, nothing is to be mixed with its neighbour.
  return zoom === 1 ? { a, b, c, d, e: Math.round(e), f: Math.round(f) } : { a, b, c, d, e, f }
}

/** The same on a stage with so many times as many pixels on a side. */
export function scaled({ a, b, c, d, e, f }: Matrix, by: number): Matrix {
  return { a: a * by, b: b * by, c: c * by, d: d * by, e: e * by, f: f * by }
}

function quarter(turns: number): readonly [cos: number, sin: number] {
  const all = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ] as const
  return all[((turns % 4) + 4) % 4] ?? all[0]
}

export function toStage({ a, b, c, d, e, f }: Matrix, { x, y }: Point): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f }
}

export function toPicture({ a, b, c, d, e, f }: Matrix, point: Point): Point {
  const x = point.x - e
  const y = point.y - f
  const area = a * d - b * c
  return { x: (d * x - c * y) / area, y: (a * y - b * x) / area }
}

/** Nearer or farther by a factor; what lies at `at` (from the middle of the stage) stays there. */
export function zoomed(
  view: View,
  factor: number,
  extent: Extent,
  stage: Size,
  at: Point = { x: 0, y: 0 },
): View {
  const fit = fitted(extent, stage, view).zoom
  const zoom = Math.min(farthest, Math.max(Math.min(fit, 1) / 4, view.zoom * factor))
  const real = zoom / view.zoom
  return within(
    { ...view, zoom, x: at.x + (view.x - at.x) * real, y: at.y + (view.y - at.y) * real },
    extent,
    stage,
  )
}

/** The picture as before with one pixel of it on one of the screen. */
export function pixelOnPixel(view: View, extent: Extent, stage: Size): View {
  return { ...zoomed(view, 1 / view.zoom, extent, stage), zoom: 1 }
}

export function moved(view: View, dx: number, dy: number, extent: Extent, stage: Size): View {
  return within({ ...view, x: view.x + dx, y: view.y + dy }, extent, stage)
}

/** A quarter of a turn clockwise, around the middle of the stage. */
export function turned(view: View): View {
  return { ...view, turns: (view.turns + (view.mirrored ? 3 : 1)) % 4, x: -view.y, y: view.x }
}

/** Left and right exchanged, around the middle of the stage. */
export function mirrored(view: View): View {
  return { ...view, mirrored: !view.mirrored, x: -view.x }
}

/** Limits moving away, so that the picture is not lost: its edge stays in the middle half of the stage. */
function within(view: View, extent: Extent, stage: Size): View {
  const seen = seenSize(extent, view.turns)
  const x = (seen.width * view.zoom) / 2 + stage.width / 4
  const y = (seen.height * view.zoom) / 2 + stage.height / 4
  return { ...view, x: clamp(view.x, x), y: clamp(view.y, y) }
}

const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value))
