import type { Orientation, Plane, Point, VolumeInfo } from '#web/imaging/types.ts'
import type { Overlay } from './cut-pane.tsx'
import { degreeText } from './orientation-words.ts'
import { straight } from './planes.ts'
import { planeSheet } from './sheets.ts'
import { turnedAbout, turns } from './turned-about.ts'

/** How far a handle is from the middle, as a part of the shorter side of the cut. */
const reach = 0.42

/** A line through the middle of a cut, with a handle at its end that turns the volume. */
export function turnOverlay(
  plane: Plane,
  /** As it is seen on the cut, which may still be turned less. */
  volume: VolumeInfo,
  orientation: Orientation | undefined,
  onOrientation: (orientation: Orientation | null) => void,
): Overlay {
  const turn = (degrees: number) => onOrientation(turnedAbout(orientation, plane, degrees))
  const { at, name } = turns[plane]
  const { pixel } = planeSheet('', plane, 0, volume)
  const [nx, ny, nz] = volume.size
  const middle = { x: (plane === 'sagittal' ? ny : nx) / 2, y: (plane === 'axial' ? ny : nz) / 2 }
  const radius = 2 * reach * Math.min(middle.x * pixel.x, middle.y * pixel.y)
  const degrees = (volume.orientation ?? straight)[at]
  const end = (way: 1 | -1): Point => {
    const angle = (degrees * Math.PI) / 180
    return {
      x: middle.x + (way * radius * Math.cos(angle)) / pixel.x,
      y: middle.y + (way * radius * Math.sin(angle)) / pixel.y,
    }
  }
  return {
    points: [end(1)],
    pointName: () => `${name}: ${degreeText(degrees)}. Flechas para girar, Suprimir para volver a 0.`,
    onPoint: (_at, { x, y }) =>
      turn((Math.atan2((y - middle.y) * pixel.y, (x - middle.x) * pixel.x) * 180) / Math.PI),
    onRemove: () => turn(0),
    draw: (css) => {
      const [from, to] = [css(end(-1)), css(end(1))]
      return (
        <path
          d={`M${from.x} ${from.y}L${to.x} ${to.y}`}
          className="stroke-signal"
          strokeWidth={1.25}
          strokeDasharray="6 4"
        />
      )
    },
  }
}
