import { newId } from '#web/backend/ids.ts'
import type { RegionShape } from '#web/imaging/view/region.ts'
import { boxOf, regionLines, regionValues } from '#web/imaging/view/region.ts'
import { type Matrix, toStage } from '#web/imaging/view/view.ts'
import { type Figure, pathThrough, signal } from './figures.tsx'
import type { InstrumentPane } from './instruments.ts'
import { extentOf, spacingOf } from './shown.ts'
import type { Drawings, Mark } from './use-marks.tsx'
import { useMeasuring } from './use-measuring.ts'
import { useShared } from './use-shared.ts'

const none: readonly Mark<RegionShape>[] = []
const counts = { circle: 2, rectangle: 2 }

/** The regions of a part. They stay while the study is open, and are stored nowhere. */
function useRegionsOf(part: string): Drawings<RegionShape> & { shape: RegionShape } {
  const [marks, change, read] = useShared(part, 'regions', none)
  const [shape] = useShared(part, 'regionShape', 'circle')
  return {
    marks,
    shape,
    add: (mark) => change([...read(), { ...mark, id: newId() }]),
    move: (id, at, { point, ...on }) =>
      change(
        read().map((mark) => {
          if (mark.id !== id) return mark
          const from = mark.points[at]
          // The middle of a circle takes its edge along.
          const whole = mark.kind === 'circle' && at === 0 && from
          const points = mark.points.map((one, index) => {
            if (index === at) return point
            return whole ? { x: one.x + point.x - from.x, y: one.y + point.y - from.y } : one
          })
          return { ...mark, ...on, points }
        }),
      ),
    remove: (ids) => change(read().filter(({ id }) => !ids.includes(id))),
  }
}

/** 'Región': what a circle or a rectangle of the picture holds. */
export function useRegions({ hand, picture, on, matrix, stage }: InstrumentPane) {
  const regions = useRegionsOf(on.sheet.part)
  const drawing = useMeasuring({
    marks: regions,
    counts,
    kind: hand === 'region' ? regions.shape : null,
    on,
    spacing: spacingOf(picture),
    extent: extentOf(picture),
    matrix,
    stage,
  })
  const number = (id: string) => regions.marks.findIndex((one) => one.id === id) + 1
  const here = drawing.here.map((region) => {
    const grey = picture.kind === 'grey' ? picture : null
    const values = grey && regionValues(grey, region.kind, region.points)
    const lines = values ? regionLines(values, grey) : []
    return { ...region, lines, name: `Región ${number(region.id)}`, said: lines.join('. ') }
  })

  const { draft } = drawing
  function figures(to: Matrix, ratio: number): Figure[] {
    const drawn = draft ? [{ kind: draft.kind, points: [...draft.points, draft.moving], lines: [] }] : []
    return [...here, ...drawn].flatMap(({ kind, points, lines }) => {
      const box = boxOf(kind, points, spacingOf(picture))
      if (!box) return []
      const [from, over] = [
        toStage(to, { x: box.left, y: box.top }),
        toStage(to, { x: box.right, y: box.bottom }),
      ]
      const [left, right] = [Math.min(from.x, over.x), Math.max(from.x, over.x)]
      const [top, bottom] = [Math.min(from.y, over.y), Math.max(from.y, over.y)]
      return {
        path:
          kind === 'circle'
            ? ellipse(left, top, right, bottom)
            : pathThrough(cornersOf(left, top, right, bottom), true),
        line: signal,
        words: { at: { x: left, y: bottom + 18 * ratio }, lines },
      }
    })
  }
  return { ...drawing, here, figures }
}

const cornersOf = (left: number, top: number, right: number, bottom: number) => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
]

function ellipse(left: number, top: number, right: number, bottom: number): string {
  const [across, down] = [(right - left) / 2, (bottom - top) / 2]
  const arc = (x: number) => `A${across} ${down} 0 0 1 ${x} ${top + down}`
  return `M${left} ${top + down}${arc(right)}${arc(left)}Z`
}
