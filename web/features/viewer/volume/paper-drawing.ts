import type { Volume } from '#web/imaging/client.ts'
import type { Cut, Point } from '#web/imaging/types.ts'
import type { Shade } from '#web/imaging/view/grey.ts'
import type { Canals } from '#web/imaging/volume/canal.ts'
import { pictureOf } from '#web/imaging/volume/cut-picture.ts'
import { finestStep, voxelSides } from '#web/imaging/volume/grid.ts'
import { canvasFile } from '../stage/canvas-file.ts'
import { createPainter } from '../stage/paint.ts'
import type { Sheet } from '../stage/sheet.ts'
import type { SlabChoice } from '../stage/use-setting.tsx'
import { heightAt } from './lengths.ts'
import { canalsOnPaper, paintOnPaper } from './paper-canals.ts'
import {
  type DrawnStrip,
  type Item,
  type PaperWords,
  paperItems,
  sectionName,
  stripName,
} from './paper-items.ts'
import { type PaperChoice, type PaperPlan, rowsAround, stripOf } from './paper-plan.ts'
import { archVoxels } from './sheets.ts'

/** The arch as it is seen: the curve and the height in its middle as lengths, and greys. */
export type SeenArch = {
  volume: Volume
  curve: readonly Point[]
  level: number
  layer: SlabChoice
  shade: Shade
  panoramicShade: Shade
  inverted: boolean
}

/** What the sheet is drawn of. */
export type PaperSource = SeenArch & { canals: Canals }

/** A drawn page: what stands on it, and its pictures by name, as files. */
export type DrawnPage = { items: Item[]; pictures: Map<string, Blob>; sections: number[] }

/**
 * The pages of a plan, one after the other: the sections of a page are cut, drawn into small files and forgotten before the next
 * page is asked for. Stops between two answers when `signal` says so. Throws ImagingError, and Error without a canvas.
 */
export async function* drawPages(
  source: PaperSource,
  plan: PaperPlan,
  choice: PaperChoice,
  words: PaperWords,
  signal: AbortSignal,
): AsyncGenerator<DrawnPage, void> {
  const { volume, shade, curve } = source
  const draw = createDrawing(source)
  const arch = archVoxels(curve, voxelSides(volume.spacing))
  const strip = await drawStrip(source, arch, plan, draw)
  for (const [page, sections] of plan.pages.entries()) {
    if (signal.aborted) return
    const [first, last] = [sections[0], sections.at(-1)]
    if (!first || !last) continue
    const { everyMm, widthMm, slab } = choice
    const range = { fromMm: first.along, toMm: last.along }
    const cuts = await volume.crossSections(arch, {
      everyMm,
      widthMm,
      ...range,
      ...(slab.mm > 0 && { slab }),
    })
    const pictures = new Map([[stripName, strip.blob]])
    for (const [at, { number, along }] of sections.entries()) {
      if (signal.aborted) return
      const cut = cuts[at]
      if (!cut) continue
      const sheet: Sheet = { view: 'section', part: '', arch: curve, along }
      const part = around(cut, source, plan.heightMm)
      pictures.set(sectionName(number), await draw(cut, part, sheet, shade))
    }
    if (signal.aborted) return
    yield {
      items: paperItems(plan, page, choice, words, strip.drawn),
      pictures,
      sections: sections.map(({ number }) => number),
    }
  }
}

async function drawStrip(
  source: PaperSource,
  arch: Point[],
  { strip }: PaperPlan,
  draw: ReturnType<typeof createDrawing>,
): Promise<{ blob: Blob; drawn: DrawnStrip }> {
  const { volume, layer, panoramicShade, curve } = source
  const sides = voxelSides(volume.spacing)
  const cut = await volume.panoramic(arch, { thicknessMm: layer.mm, mode: layer.mode })
  const long = cut.columns * finestStep(sides)
  const { scale, heightMm } = stripOf(strip, long, volume.size[2] * sides[2])
  const part = around(cut, source, heightMm)
  const size = { width: long * scale, height: part.cut.rows * sides[2] * scale }
  // It hangs from the numbers below it, in the middle of the page.
  const x = (strip.width - size.width) / 2
  const y = strip.y + strip.height - size.height
  const blob = await draw(cut, part, { view: 'panoramic', part: '', arch: curve }, panoramicShade)
  return { blob, drawn: { box: { x, y, ...size }, scale } }
}

type Part = { cut: Cut; from: number }

/** Draws a part of a cut, with the canals that lie there, into a file. */
function createDrawing({ volume, inverted, canals }: PaperSource) {
  const paint = createPainter()
  const sides = voxelSides(volume.spacing)
  const pixel = { x: finestStep(sides), y: sides[2] }
  return (whole: Cut, { cut, from }: Part, sheet: Sheet, shade: Shade): Promise<Blob> => {
    const canvas = paint(pictureOf(cut, volume), shade, inverted)
    paintOnPaper(canvas, canalsOnPaper(canals, sheet, whole, pixel, from), pixel)
    return canvasFile(canvas)
  }
}

/** The rows of a cut around the height that is looked at, and how many lie above them. */
function around(cut: Cut, { volume, level }: PaperSource, heightMm: number): Part {
  const { columns, rows, values } = cut
  const wanted = Math.round(heightMm / voxelSides(volume.spacing)[2])
  const { from, count } = rowsAround(rows - 0.5 - heightAt(level, volume), wanted, rows)
  const part = values.subarray(from * columns, (from + count) * columns)
  return { cut: { ...cut, rows: count, values: part }, from }
}
