import type { PixelSpacing } from '#web/imaging/types.ts'
import { type Extent, fitted, type Size, type View } from '#web/imaging/view/view.ts'

/** A picture on a stage. Sizes of the stage are pixels of the screen. */
export type Lying = { extent: Extent; stage: Size; spacing: PixelSpacing | undefined }

/**
 * How a picture lies, so that another one can lie alike: `zoom` times as large as it fits, its middle away from the stage's
 * by parts of its own width and height as they are seen. `mm` is the same in millimetres where the file states them:
 * pixels of the stage for one, and how many of them the middle is away.
 */
export type Place = {
  fit: boolean
  zoom: number
  x: number
  y: number
  mm: { scale: number; x: number; y: number } | null
}

/** Where a picture lies. */
export function placeOf(view: View, isFit: boolean, lying: Lying): Place {
  const { width, height } = seenSize(lying.extent, view)
  const scale = mmScale(view.zoom, lying.spacing)
  return {
    fit: isFit,
    zoom: view.zoom / fitted(lying.extent, lying.stage, view).zoom,
    x: view.x / (width * view.zoom),
    y: view.y / (height * view.zoom),
    mm: scale === null ? null : { scale, x: view.x / scale, y: view.y / scale },
  }
}

/** Lays another picture, now at `view`, like one at `place`: by millimetres where both have them. It keeps its own turns. */
export function viewLike(place: Place, view: View, { extent, stage, spacing }: Lying): View {
  if (place.mm && spacing?.known === 'mm') {
    const { scale, x, y } = place.mm
    return { ...view, zoom: scale * spacing.column, x: x * scale, y: y * scale }
  }
  const { width, height } = seenSize(extent, view)
  const zoom = fitted(extent, stage, view).zoom * place.zoom
  return { ...view, zoom, x: place.x * width * zoom, y: place.y * height * zoom }
}

/** Whether two places are the same but for rounding. */
export function isSamePlace(one: Place, other: Place): boolean {
  if (one.fit || other.fit) return one.fit === other.fit
  return close(one.zoom, other.zoom) && close(one.x, other.x) && close(one.y, other.y)
}

const close = (one: number, other: number) => Math.abs(one - other) <= 1e-6 * Math.max(1, Math.abs(one))

/** Pixels of the stage for a millimetre, or null where the file does not tell. */
const mmScale = (zoom: number, spacing: PixelSpacing | undefined) =>
  spacing?.known === 'mm' ? zoom / spacing.column : null

/** Width and height as they are seen, in widths of a pixel. */
function seenSize({ columns, rows, aspect }: Extent, { turns }: View): Size {
  const height = rows * aspect
  return turns % 2 === 0 ? { width: columns, height } : { width: height, height: columns }
}
