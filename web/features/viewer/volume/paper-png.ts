import { canvasFile } from '../stage/canvas-file.ts'
import type { Item } from './paper-items.ts'
import { withDensity } from './png-density.ts'

/** Pixels for a mm: 254 to the inch. */
const perMm = 10
/** Around what is on the page, mm. */
const margin = 10

/** A page as a PNG that says how large its pixels are, so that programs print it at its scale. Throws without a canvas. */
export async function paperPng(
  items: readonly Item[],
  pictures: ReadonlyMap<string, Blob>,
  { width, height }: { width: number; height: number },
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = (width + 2 * margin) * perMm
  canvas.height = (height + 2 * margin) * perMm
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('No canvas for a page')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.setTransform(perMm, 0, 0, perMm, margin * perMm, margin * perMm)
  context.imageSmoothingQuality = 'high'
  for (const item of items) await draw(context, item, pictures)
  const png = await canvasFile(canvas)
  return new Blob([withDensity(new Uint8Array(await png.arrayBuffer()), perMm * 1000)], { type: 'image/png' })
}

async function draw(
  context: CanvasRenderingContext2D,
  item: Item,
  pictures: ReadonlyMap<string, Blob>,
): Promise<void> {
  if (item.is === 'picture') {
    const blob = pictures.get(item.name)
    if (!blob) return
    const picture = await createImageBitmap(blob)
    const { x, y, width, height } = item.box
    context.drawImage(picture, x, y, width, height)
    picture.close()
    return
  }
  if (item.is === 'line') {
    context.beginPath()
    context.moveTo(...item.from)
    context.lineTo(...item.to)
    context.lineWidth = item.width
    context.strokeStyle = item.color
    context.stroke()
    return
  }
  // Letters of a few pixels are placed roughly: they are drawn in pixels, not in mm.
  context.save()
  context.setTransform(1, 0, 0, 1, (item.x + margin) * perMm, (item.y + margin) * perMm)
  context.font = `${item.bold ? '600 ' : ''}${item.size * perMm}px Figtree, sans-serif`
  context.textAlign = item.at === 'middle' ? 'center' : item.at
  context.fillStyle = item.color
  context.fillText(item.text, 0, 0)
  context.restore()
}
