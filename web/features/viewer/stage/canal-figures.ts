import type { Point, Vector } from '#web/imaging/types.ts'
import { type Matrix, toStage } from '#web/imaging/view/view.ts'
import { type Canals, canalSides } from '#web/imaging/volume/canal.ts'
import { type Figure, pathThrough } from './figures.tsx'
import { type ShownSheet, toPixels } from './sheet.ts'
import { alongCurve, type OnSheet, onPlane, planeOf } from './sheet-plane.ts'
import { lineOf } from './use-canals.ts'

/** No line of the picture is drawn in this colour. */
const canalColor = '#ffb3d1'

/** From this slope on a line is seen as a spot in a cut, and not as a band: the sine of its angle to the cut. */
const steep = 0.6

/** A tube as a sheet shows it. */
export type SeenTube = {
  side: keyof Canals
  radius: number
  /** Its line, in parts where it leaves the sheet. */
  lines: readonly (readonly OnSheet[])[]
  /** Whether it is seen from the side as a whole, and not cut. */
  isProjected: boolean
}

/** The tubes that reach a sheet, `height` being that of the volume. */
export function tubesOn(canals: Canals, on: ShownSheet, height: number): SeenTube[] {
  const { sheet } = on
  const plane = planeOf(on, height)
  const along = sheet.view === 'panoramic' ? alongCurve(sheet.arch, on.pixel, height) : null
  return canalSides.flatMap((side): SeenTube[] => {
    const canal = canals[side]
    if (!canal || canal.points.length === 0) return []
    const radius = canal.diameterMm / 2
    const line = lineOf(canal)
    if (along) {
      const lines = parted(line.map(along))
      return lines.length > 0 ? [{ side, radius, lines, isProjected: true }] : []
    }
    if (!plane) return []
    const seen = line.map((place) => onPlane(plane, place))
    const isCut = seen.some(({ off }) => Math.abs(off) < radius)
    return isCut ? [{ side, radius, lines: [seen], isProjected: false }] : []
  })
}

function parted(places: readonly (OnSheet | null)[]): OnSheet[][] {
  const lines: OnSheet[][] = []
  let line: OnSheet[] | null = null
  for (const place of places) {
    if (!place) line = null
    else if (line) line.push(place)
    else {
      line = [place]
      lines.push(line)
    }
  }
  return lines
}

/** Tubes as they are drawn over a picture that lies so on its stage. */
export function tubeFigures(tubes: readonly SeenTube[], { pixel }: ShownSheet, to: Matrix): Figure[] {
  const perMm = Math.hypot(to.a, to.b) / pixel.x
  const at = (place: Point) => toStage(to, toPixels(place, pixel))
  return tubes.flatMap(({ radius, lines, isProjected }): Figure[] => {
    if (isProjected) return lines.map((line) => bandFigure(line.map(at), 2 * radius * perMm))
    const [line = []] = lines
    const spots = crossingsOf(line)
    const cut = [...line, ...spots.map(({ place }) => place)].flatMap((place) => {
      const across = radius ** 2 - place.off ** 2
      return across > 0 ? circle(at(place), Math.sqrt(across) * perMm) : []
    })
    const outlines = spots.filter(({ slope }) => slope >= steep)
    return [
      { path: cut.join(''), fill: canalColor },
      ...outlines.map(({ place }) => ({ path: circle(at(place), radius * perMm), line: canalColor })),
    ]
  })
}

/** A tube seen from the side, so wide. */
const bandFigure = (line: readonly Point[], wide: number): Figure => ({
  // A round end makes a dot of a line without length.
  path: pathThrough(line.length === 1 ? [...line, ...line] : line),
  band: { color: canalColor, wide },
})

/** Where a line passes through its sheet, and the sine of its angle to it. */
function crossingsOf(line: readonly OnSheet[]): { place: OnSheet; slope: number }[] {
  return line.flatMap((after, index) => {
    const before = line[index - 1]
    if (!before || before.off < 0 === after.off < 0) return []
    const part = before.off / (before.off - after.off)
    const mixed = (one: number, other: number) => one + (other - one) * part
    const place = { x: mixed(before.x, after.x), y: mixed(before.y, after.y), off: 0 }
    const rise = Math.abs(after.off - before.off)
    return [{ place, slope: rise / Math.hypot(after.x - before.x, after.y - before.y, rise) }]
  })
}

function circle({ x, y }: Point, radius: number): string {
  const arc = (to: number) => `A${radius} ${radius} 0 0 1 ${to} ${y}`
  return `M${x - radius} ${y}${arc(x + radius)}${arc(x - radius)}Z`
}

/** A tube as `project` shows its places: of the view in 3D. */
export function projectedFigures(canals: Canals, project: (place: Vector) => Point, perMm: number): Figure[] {
  return canalSides.flatMap((side) => {
    const canal = canals[side]
    if (!canal || canal.points.length === 0) return []
    return bandFigure(lineOf(canal).map(project), canal.diameterMm * perMm)
  })
}
