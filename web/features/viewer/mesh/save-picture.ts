import { exportPicture } from '../stage/export-picture.ts'
import { millimetres } from './measure.ts'
import type { View } from './view.ts'

const unmoved = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }

/** What is on the screen as a PNG, with what was measured and the sentence that belongs to every picture. */
export function pictureOf(view: View, spots: { x: number; y: number }[], length?: number): Promise<Blob> {
  const picture = view.picture()
  const { width, height } = picture
  const ratio = width / view.screen().width
  const points = spots.map(({ x, y }) => ({ x: x * ratio, y: y * ratio }))
  const [from, to] = points
  const lines =
    from && to && length !== undefined
      ? [{ points, text: millimetres(length), label: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 } }]
      : []
  return exportPicture({ picture, matrix: unmoved, stage: { width, height, ratio }, lines })
}
