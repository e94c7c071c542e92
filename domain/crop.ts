/** A square part of a picture, in pixels. */
export type Crop = { left: number; top: number; side: number }

export type Size = { width: number; height: number }

/** The largest zoom: the square is then a quarter of the picture's shorter side. */
export const closestZoom = 4

/** The largest centred square. */
export function middleOf({ width, height }: Size): Crop {
  const side = Math.min(width, height)
  return { left: (width - side) / 2, top: (height - side) / 2, side }
}

/** Moves the square by so many pixels, keeping it inside the picture. */
export function moved(crop: Crop, right: number, down: number, size: Size): Crop {
  return inside({ ...crop, left: crop.left + right, top: crop.top + down }, size)
}

/** The square at a zoom from 1 (largest square) to `closestZoom`, with the same centre, kept inside the picture. */
export function zoomed({ left, top, side }: Crop, zoom: number, size: Size): Crop {
  const wanted = Math.min(size.width, size.height) / Math.min(closestZoom, Math.max(1, zoom))
  const shift = (side - wanted) / 2
  return inside({ left: left + shift, top: top + shift, side: wanted }, size)
}

function inside({ left, top, side }: Crop, { width, height }: Size): Crop {
  return {
    left: Math.min(Math.max(0, left), width - side),
    top: Math.min(Math.max(0, top), height - side),
    side,
  }
}
