import { createPainter, drawOnStage } from '#web/features/viewer/stage/paint.ts'
import { openFiles } from '#web/imaging/client.ts'
import type { GreyPicture, Plane } from '#web/imaging/types.ts'

export type Measured = Record<string, number> & { slices: number }

/** Opens the archive at `address` like the portal and returns the ms of each step. */
async function measure(address: string): Promise<Measured> {
  const blob = await (await fetch(address)).blob()
  const started = performance.now()
  const since = () => performance.now() - started
  const study = await openFiles([{ name: 'estudio.zip', blob }], { memory: 400 * 1024 ** 2 })
  const [part] = study.parts
  if (part?.kind !== 'volume') throw new Error(`No volume but ${JSON.stringify(study.parts)}`)
  const listed = since()
  await study.picture(part.id)
  const first = since()
  const leafed = (from: number) => mean(20, (at) => study.picture(part.id, from + at))
  const sliceFromFile = await leafed(0)
  const began = since()
  const volume = await study.volume(part.id)
  const middle = volume.size.map((side) => Math.floor(side / 2))
  const planes: Plane[] = ['sagittal', 'coronal', 'axial']
  for (const [axis, plane] of planes.entries()) await volume.cut(plane, middle[axis] ?? 0)
  const views = since()
  const result: Measured = { slices: part.slices, listed, first, views: first + views - began, sliceFromFile }
  result.sliceFromVolume = await leafed(20)
  for (const [axis, plane] of planes.entries()) {
    const side = volume.size[axis] ?? 0
    result[plane] = await worst(20, (at) => volume.cut(plane, ((at + 1) * side) / 22))
    result[`${plane}Slab`] = await worst(5, (at) =>
      volume.cut(plane, ((at + 1) * side) / 7, { mm: 10, mode: 'mip' }),
    )
  }
  const asked = performance.now()
  const arch = await volume.arch()
  result.arch = performance.now() - asked
  result.panoramic = await worst(5, () => volume.panoramic(arch, { thicknessMm: 12 }))
  result.panoramicMip = await worst(5, () => volume.panoramic(arch, { thicknessMm: 12, mode: 'mip' }))
  result.sections = await worst(3, () => volume.crossSections(arch, { everyMm: 2, widthMm: 24 }))
  Object.assign(window, { kept: { study, volume } })
  return result
}

/** The longest of this many calls, from the request to the answer on the page. */
async function worst(times: number, call: (at: number) => Promise<unknown>): Promise<number> {
  let longest = 0
  for (let at = 0; at < times; at++) {
    const from = performance.now()
    await call(at)
    longest = Math.max(longest, performance.now() - from)
  }
  return longest
}

/** One call of so many, in ms. */
async function mean(times: number, call: (at: number) => Promise<unknown>): Promise<number> {
  const from = performance.now()
  for (let at = 0; at < times; at++) await call(at)
  return (performance.now() - from) / times
}

export type Drag = { framesASecond: number; p95: number }

/**
 * Of a 512 x 512 cut dragged over a stage of `width` x `height` pixels of CSS, with this many pixels to one: frames a second, and
 * the ms that 95 of 100 frames take at most.
 */
async function dragged(width: number, height: number, density: number): Promise<Drag> {
  const canvas = document.body.appendChild(document.createElement('canvas'))
  canvas.style.cssText = `position:fixed;inset:0;width:${width}px;height:${height}px`
  const stage = { width: width * density, height: height * density }
  Object.assign(canvas, stage)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('No canvas')
  const pixels = Int16Array.from({ length: 512 * 512 }, (_, at) => (at * 7919) % 4096)
  const picture: GreyPicture = {
    kind: 'grey',
    columns: 512,
    rows: 512,
    pixels,
    slope: 1,
    intercept: 0,
    windows: [],
    inverted: false,
    range: [0, 4095],
  }
  const paint = createPainter()
  const [from, zoom] = [performance.now(), stage.width / 512]
  const frames: number[] = []
  for (let at = from; at - from < 3000; ) {
    await new Promise(requestAnimationFrame)
    // Dragging the window repaints every pixel.
    const shade = { kind: 'window', center: 2000 + frames.length, width: 2000 } as const
    drawOnStage(context, paint(picture, shade, false), { a: zoom, b: 0, c: 0, d: zoom, e: 0, f: 0 }, stage)
    const now = performance.now()
    frames.push(now - at)
    at = now
  }
  canvas.remove()
  const p95 = frames.toSorted((one, other) => one - other)[Math.floor(frames.length * 0.95)] ?? 0
  return { framesASecond: frames.length / 3, p95 }
}

Object.assign(window, { measure, dragged })
