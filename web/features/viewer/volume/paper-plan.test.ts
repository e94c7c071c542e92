import { describe, expect, it } from 'vitest'
import { papers } from '#web/hooks/paper.ts'
import { paperItems, rulerMm, rulerWords } from './paper-items.ts'
import { alongs, type Box, type PaperChoice, paperPlan, rowsAround, stripOf } from './paper-plan.ts'

const pixel = { width: 0.4, height: 0.4 }
const choice: PaperChoice = {
  everyMm: 2,
  fromMm: 0,
  toMm: 140,
  slab: { mm: 1, mode: 'mean' },
  widthMm: 30,
  heightMm: 50,
  scale: 1,
}
const words = { clinic: 'Imagen', patient: 'Mariana López', study: 'Tomografía', day: '20/11/2026' }
/** What a printer leaves between margins of 16 mm. */
const printable = {
  a4: { width: 210 - 32, height: 297 - 32 },
  letter: { width: 215.9 - 32, height: 279.4 - 32 },
}
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

it.each([
  [1, 0, 10, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  [3, 0, 10, [0, 3, 6, 9]],
  [5, 12, 27, [12, 17, 22, 27]],
  [2, 30, 30, [30]],
])('sections stand every %i mm from %i to %i mm, with both ends', (everyMm, fromMm, toMm, expected) => {
  expect(alongs({ everyMm, fromMm, toMm })).toEqual(expected)
})

describe.each(papers)('on %s', (paper) => {
  it.each([
    [1, 20, 30],
    [1, 30, 50],
    [1, 40, 100],
    [2, 20, 30],
    [2, 40, 80],
  ])(
    'at %i:1, %i by %i mm, nothing overlaps or leaves the page, and each section is there once',
    (scale, widthMm, heightMm) => {
      const plan = paperPlan({ ...choice, scale, widthMm, heightMm }, pixel, paper)
      expect(plan.width).toBeLessThanOrEqual(printable[paper].width)
      expect(plan.height).toBeLessThanOrEqual(printable[paper].height)
      const all = plan.pages.flat()
      expect(all.map(({ number }) => number)).toEqual(Array.from({ length: 71 }, (_, at) => at + 1))
      for (const page of plan.pages) {
        const boxes = [plan.strip, ...page.map(({ box }) => box)]
        for (const [at, box] of boxes.entries()) {
          expect(box.x + box.width).toBeLessThanOrEqual(plan.width + 1e-6)
          // The ruler and its words stand below.
          expect(box.y + box.height).toBeLessThanOrEqual(plan.height - 11)
          expect(boxes.slice(at + 1).filter((other) => overlap(box, other))).toEqual([])
        }
      }
    },
  )

  it.each([1, 2])('at %i:1 a section is as large as its pixels say', (scale) => {
    const plan = paperPlan({ ...choice, scale }, pixel, paper)
    const box = plan.pages[0]?.[0]?.box
    expect(box?.width).toBeCloseTo(76 * pixel.width * scale, 6)
    expect(box?.height).toBeCloseTo(plan.heightMm * scale, 6)
    expect(plan.heightMm / pixel.height).toBeCloseTo(Math.round(plan.heightMm / pixel.height), 6)
  })
})

it('a section that is higher than the page loses what does not fit, not its scale', () => {
  const plan = paperPlan({ ...choice, scale: 2, heightMm: 150 }, pixel, 'letter')
  expect(plan.heightMm).toBeLessThan(80)
  expect(plan.pages[0]?.[0]?.box.height).toBeCloseTo(plan.heightMm * 2, 6)
})

it('what is shown of the height lies around the place that is looked at, inside of the cut', () => {
  expect(rowsAround(100, 50, 190)).toEqual({ from: 75, count: 50 })
  expect(rowsAround(5, 50, 190)).toEqual({ from: 0, count: 50 })
  expect(rowsAround(188, 50, 190)).toEqual({ from: 140, count: 50 })
  expect(rowsAround(10, 500, 190)).toEqual({ from: 0, count: 190 })
})

it('the strip is the whole curve across the page, and as high as there is room', () => {
  const box = { x: 0, y: 0, width: 178, height: 44 }
  expect(stripOf(box, 178, 20)).toEqual({ scale: 1, heightMm: 20 })
  expect(stripOf(box, 356, 200)).toEqual({ scale: 0.5, heightMm: 88 })
})

describe('what stands on a page', () => {
  const plan = paperPlan(choice, pixel, 'a4')
  const strip = { box: { ...plan.strip, height: 40 }, scale: 1.2 }
  const itemsOf = (page: number, chosen = choice) =>
    paperItems(paperPlan(chosen, pixel, 'a4'), page, chosen, words, strip)
  const textsOf = (page: number, chosen = choice) =>
    itemsOf(page, chosen).flatMap((item) => (item.is === 'text' ? [item.text] : []))

  it('says whose it is, of which day, from which clinic, at which scale, and that it is no device for diagnosis', () => {
    const texts = textsOf(1)
    for (const text of [
      'Imagen',
      'Mariana López · Tomografía · 20/11/2026',
      'Cortes cada 2 mm, de 0 a 140 mm desde el extremo derecho de la curva, grosor 1 mm (promedio)',
      'Escala 1:1',
      `Hoja 2 de ${plan.pages.length}`,
      rulerWords,
      'V: vestibular · L: lingual',
      'No es un dispositivo de diagnóstico',
    ])
      expect(texts).toContain(text)
    expect(textsOf(0, { ...choice, scale: 2 })).toContain(`${rulerWords} Son 25 mm del paciente.`)
  })

  it('says how the volume was turned', () => {
    const turned = { ...words, orientation: [10, -2.5, 0] as const }
    const texts = paperItems(plan, 0, choice, turned, strip).flatMap((item) =>
      item.is === 'text' ? [item.text] : [],
    )
    const said = /\(promedio\)\. Girado: cabeceo 10\.0°, inclinación -2\.5°, giro 0\.0°$/
    expect(texts.some((text) => said.test(text))).toBe(true)
  })

  it.each([1, 2])('at %i:1 the bar measures 50 mm of paper', (scale) => {
    const bars = itemsOf(0, { ...choice, scale }).flatMap((item) =>
      item.is === 'line' && item.from[1] === item.to[1] ? [item.to[0] - item.from[0]] : [],
    )
    expect(bars).toEqual([rulerMm])
  })

  it('each section has its number, its place and its sides, outside left', () => {
    const items = itemsOf(0)
    for (const { number, along, box } of plan.pages[0] ?? []) {
      const at = (text: string) =>
        items.filter((item) => item.is === 'text' && item.text === text && Math.abs(item.y - box.y) < 2)
      expect(at(`${number} · ${along} mm`)).toMatchObject([{ x: box.x + box.width / 2 }])
      expect(at('V')).toContainEqual(expect.objectContaining({ x: box.x, at: 'start' }))
      expect(at('L')).toContainEqual(expect.objectContaining({ x: box.x + box.width, at: 'end' }))
    }
  })

  it('the strip has a line for every section, and numbers for those of the page that do not touch', () => {
    const items = itemsOf(0)
    const ticks = items.flatMap((item) =>
      item.is === 'line' && item.from[1] === strip.box.y ? [(item.from[0] - strip.box.x) / strip.scale] : [],
    )
    expect(ticks.map((mm) => Math.round(mm * 1e6) / 1e6)).toEqual(alongs(choice))
    const numbers = items.flatMap((item) =>
      item.is === 'text' && /^\d+$/.test(item.text) ? [{ number: Number(item.text), x: item.x }] : [],
    )
    expect(numbers.length).toBeGreaterThan(3)
    for (const [at, { number, x }] of numbers.entries()) {
      expect(x).toBeCloseTo((number - 1) * 2 * strip.scale, 6)
      expect(x - (numbers[at - 1]?.x ?? -9)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('long names get smaller instead of leaving the page', () => {
    const long = {
      ...words,
      patient: 'María Guadalupe de los Ángeles Hernández y Gutiérrez de la Torre',
      study: 'Tomografía Arcada completa',
    }
    const whose = paperItems(plan, 0, choice, long, strip).find(
      (item) => item.is === 'text' && item.text.includes('Guadalupe'),
    )
    expect(whose?.is === 'text' && whose.size).toBeLessThan(3.4)
    expect(whose?.is === 'text' && whose.size * whose.text.length * 0.55).toBeLessThanOrEqual(
      plan.width - 42 + 1e-6,
    )
  })
})
