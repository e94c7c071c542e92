import { cutInto, filmColour, type Place, type Plane, sizeOf } from '#web/site/hero-volume.ts'

/** A grey's pixel as ImageData holds it, little-endian as every browser's machine is. */
const pixels = Uint32Array.from({ length: 256 }, (_, grey) => {
  const [red, green, blue] = filmColour(grey)
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
})

/** Draws cuts of the volume on a plane's canvas, voxel by pixel; the browser scales it. Throws without a canvas. */
export function painter(canvas: HTMLCanvasElement, voxels: Uint8Array, plane: Plane): (place: Place) => void {
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('There is no canvas')
  const [columns, rows] = sizeOf(plane)
  const greys = new Uint8Array(columns * rows)
  const image = context.createImageData(columns, rows)
  const colours = new Uint32Array(image.data.buffer)
  return (place) => {
    cutInto(greys, voxels, plane, place)
    for (let at = 0; at < greys.length; at++) colours[at] = pixels[greys[at] ?? 0] ?? 0
    context.putImageData(image, 0, 0)
  }
}
