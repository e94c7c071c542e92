import type { Paper } from '#web/hooks/paper.ts'
import type { SlabChoice } from '../stage/use-setting.tsx'

/** What is chosen for 'Hoja de cortes': mm of the patient, but `scale` (1 or 2), how many mm of paper one of them is. */
export type PaperChoice = {
  everyMm: number
  fromMm: number
  toMm: number
  slab: SlabChoice
  widthMm: number
  heightMm: number
  scale: number
}

/** mm of paper. */
export type Box = { x: number; y: number; width: number; height: number }
/** One cross-section: its number on the sheet, where it lies along the curve (mm) and on its page. */
export type PlacedSection = { number: number; along: number; box: Box }
export type PaperPlan = {
  width: number
  height: number
  strip: Box
  pages: PlacedSection[][]
  /** Of each section, in mm of the patient: what fits on a page at this scale. */
  heightMm: number
}

/** Between the margins of `@page` (16 mm, web/parts/paper/print-sheet.css), a little less than there is. */
const papers: Record<Paper, { width: number; height: number }> = {
  a4: { width: 178, height: 264 },
  letter: { width: 183, height: 246 },
}
/** Above the strip, between it and the sections, above each of them (its number), between them, and at the foot. */
const room = { head: 18, strip: 44, numbers: 6, label: 5.5, gap: 4, foot: 15 }

/** The most mm of a section's height or width at a scale. */
export function mostMm(paper: Paper, scale: number): { width: number; height: number } {
  const { width, height } = papers[paper]
  const top = room.head + room.strip + room.numbers + room.label
  return { width: width / scale, height: (height - top - room.foot) / scale }
}

/**
 * Where each section stands on which page. `pixel` is the size of a pixel of the sections in mm: a section is drawn with whole
 * pixels, so that nothing is stretched. Numbers count from 1 along the curve, from the patient's right.
 */
export function paperPlan(
  choice: Omit<PaperChoice, 'slab'>,
  pixel: { width: number; height: number },
  paper: Paper,
): PaperPlan {
  const { width, height } = papers[paper]
  const { scale } = choice
  const most = mostMm(paper, scale)
  const rows = Math.max(1, Math.floor(Math.min(choice.heightMm, most.height) / pixel.height + 1e-6))
  const columns = Math.round(choice.widthMm / pixel.width) + 1
  const cell = { width: columns * pixel.width * scale, height: rows * pixel.height * scale }
  const top = room.head + room.strip + room.numbers
  const across = Math.max(1, Math.floor((width + room.gap) / (cell.width + room.gap)))
  // In the middle of the page, below the strip.
  const left = (width - across * (cell.width + room.gap) + room.gap) / 2
  const each = cell.height + room.label
  const down = Math.max(1, Math.floor((height - top - room.foot + room.gap) / (each + room.gap)))
  const pages: PlacedSection[][] = []
  for (const [at, along] of alongs(choice).entries()) {
    const place = at % (across * down)
    if (place === 0) pages.push([])
    const x = left + (place % across) * (cell.width + room.gap)
    const y = top + Math.floor(place / across) * (each + room.gap) + room.label
    pages.at(-1)?.push({ number: at + 1, along, box: { x, y, ...cell } })
  }
  const strip = { x: 0, y: room.head, width, height: room.strip }
  return { width, height, strip, pages, heightMm: rows * pixel.height }
}

/** Where the sections lie along the curve; both ends belong to it. */
export function alongs({
  everyMm,
  fromMm,
  toMm,
}: Pick<PaperChoice, 'everyMm' | 'fromMm' | 'toMm'>): number[] {
  const count = Math.max(0, Math.floor((toMm - fromMm) / everyMm + 1e-6) + 1)
  return Array.from({ length: count }, (_, at) => Math.round((fromMm + at * everyMm) * 100) / 100)
}

/**
 * The rows of a cut of `rows` that show `wanted` of them around a height (a row, from the head): they stay inside.
 */
export function rowsAround(middle: number, wanted: number, rows: number): { from: number; count: number } {
  const count = Math.min(rows, Math.max(1, wanted))
  const from = Math.min(rows - count, Math.max(0, Math.round(middle - count / 2)))
  return { from, count }
}

/** The scale of the strip: the whole curve across the page, but at most this many mm of paper for one of the patient. */
const largestStrip = 1.3

/** How large the strip is drawn, and how many mm of height it shows. */
export function stripOf(strip: Box, lengthMm: number, heightMm: number): { scale: number; heightMm: number } {
  const scale = Math.min(largestStrip, strip.width / lengthMm)
  return { scale, heightMm: Math.min(heightMm, strip.height / scale) }
}
