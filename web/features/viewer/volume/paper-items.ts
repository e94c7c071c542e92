import { notDiagnostic } from '#web/copy/imaging.ts'
import type { Orientation } from '#web/imaging/types.ts'
import { orientationWords } from './orientation-words.ts'
import type { Box, PaperChoice, PaperPlan, PlacedSection } from './paper-plan.ts'

/** What stands on a page, in mm of paper; a picture by its name. */
export type Item =
  | { is: 'picture'; name: string; box: Box }
  | {
      is: 'line'
      from: readonly [number, number]
      to: readonly [number, number]
      width: number
      color: string
    }
  | {
      is: 'text'
      x: number
      y: number
      text: string
      size: number
      color: string
      at: Anchor
      bold?: boolean
      most?: number
    }
type Anchor = 'start' | 'middle' | 'end'

/** `traced` says that a canal is drawn in. */
export type PaperWords = {
  clinic: string
  patient: string | null
  study: string
  day: string
  traced?: boolean
  /** How the volume was turned. */
  orientation?: Orientation | undefined
}
/** The strip as it is drawn: where, and how many mm of paper a mm along the curve is. */
export type DrawnStrip = { box: Box; scale: number }

const ink = '#14262a'
const quiet = '#5b6b6e'
const line = '#0b7f75'

/** mm of the bar that a ruler checks. */
export const rulerMm = 50
export const rulerWords = `Comprueba que la barra mida ${rulerMm} mm.`
/** Numbers on the strip stand no closer than this, mm of paper. */
const closest = 4.5

export const stripName = 'strip'
export const sectionName = (number: number) => `section-${number}`

/** What a page shows, whoever draws it. `all` are the sections of every page. */
export function paperItems(
  { width, height, strip, pages }: PaperPlan,
  page: number,
  choice: PaperChoice,
  words: PaperWords,
  drawn: DrawnStrip,
): Item[] {
  const sections = pages[page] ?? []
  return [
    ...headOf(width, page, pages.length, choice, words),
    { is: 'picture', name: stripName, box: drawn.box },
    ...pages.flat().map((section) => tick(section, drawn, sections.includes(section))),
    ...numbersOf(sections, drawn, strip.y + strip.height + 3.5),
    ...sections.flatMap((section) => sectionItems(section)),
    ...footOf(width, height, choice.scale),
  ]
}

function headOf(width: number, page: number, pages: number, choice: PaperChoice, words: PaperWords): Item[] {
  const { everyMm, fromMm, toMm, slab, scale } = choice
  const thick =
    slab.mm > 0 ? `grosor ${slab.mm} mm (${slab.mode === 'mip' ? 'MIP' : 'promedio'})` : 'un solo corte'
  const traced = words.traced ? '. El canal lo trazó una persona.' : ''
  const whose = [words.patient, words.study, words.day].filter(Boolean).join(' · ')
  const turned = words.orientation ? `. ${orientationWords(words.orientation)}` : ''
  const how = `Cortes cada ${everyMm} mm, de ${fromMm} a ${toMm} mm desde el extremo derecho de la curva, ${thick}${turned}${traced}`
  const left = { at: 'start', x: 0, most: width - 42 } as const
  const right = { at: 'end', x: width, most: 40 } as const
  return [
    text(words.clinic, 3.5, { ...left, size: 3.6, bold: true }),
    text(whose, 8.6, { ...left, size: 3.4 }),
    text(how, 13.2, { ...left, size: 2.7, color: quiet }),
    text('Hoja de cortes', 3.5, { ...right, size: 3.6, bold: true }),
    text(`Escala ${scale}:1`, 8.6, { ...right, size: 3.4 }),
    text(`Hoja ${page + 1} de ${pages}`, 13.2, { ...right, size: 2.7, color: quiet }),
  ]
}

function tick({ along }: PlacedSection, { box, scale }: DrawnStrip, here: boolean): Item {
  const x = box.x + along * scale
  const color = here ? line : '#c9d3d4'
  return { is: 'line', from: [x, box.y], to: [x, box.y + box.height], width: here ? 0.3 : 0.12, color }
}

function numbersOf(sections: readonly PlacedSection[], { box, scale }: DrawnStrip, y: number): Item[] {
  let before = Number.NEGATIVE_INFINITY
  return sections.flatMap(({ number, along }) => {
    const x = box.x + along * scale
    if (x - before < closest) return []
    before = x
    return [text(String(number), y, { x, at: 'middle', size: 2.5, color: line })]
  })
}

function sectionItems({ number, along, box }: PlacedSection): Item[] {
  const y = box.y - 1.4
  return [
    { is: 'picture', name: sectionName(number), box },
    text('V', y, { x: box.x, at: 'start', size: 2.9, bold: true }),
    text(`${number} · ${along} mm`, y, { x: box.x + box.width / 2, at: 'middle', size: 2.9, bold: true }),
    text('L', y, { x: box.x + box.width, at: 'end', size: 2.9, bold: true }),
  ]
}

function footOf(width: number, height: number, scale: number): Item[] {
  const y = height - 8
  const ticks = Array.from({ length: rulerMm / 10 + 1 }, (_, at): Item => {
    const ends = at === 0 || at * 10 === rulerMm
    return { is: 'line', from: [at * 10, y - (ends ? 2 : 1.2)], to: [at * 10, y], width: 0.25, color: ink }
  })
  const patient = scale === 1 ? '' : ` Son ${rulerMm / scale} mm del paciente.`
  return [
    { is: 'line', from: [0, y], to: [rulerMm, y], width: 0.25, color: ink },
    ...ticks,
    text(rulerWords + patient, y, { x: rulerMm + 3, at: 'start', size: 2.9, most: width - rulerMm - 48 }),
    text('V: vestibular · L: lingual', y, { x: width, at: 'end', size: 2.9, most: 42 }),
    text(notDiagnostic, height - 2.5, { x: 0, at: 'start', size: 2.7, color: quiet }),
  ]
}

type Look = { x: number; at: Anchor; size: number; color?: string; bold?: boolean; most?: number }

/** A line of text; it gets smaller where it would be wider than `most`, by what letters are wide on average. */
function text(words: string, y: number, { color = ink, size, most, ...look }: Look): Item {
  const fits = most ? Math.min(size, most / (words.length * 0.55)) : size
  return { is: 'text', text: words, y, color, size: fits, ...look, ...(most && { most }) }
}
