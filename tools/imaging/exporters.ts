import type { Entry, Item } from './dicom-elements.ts'
import { imageElements, writeDicom } from './dicom-writer.ts'
import type { NamedFile } from './phantom-files.ts'

/** What a program wrote of a slice; `null` takes out what a complete export says. */
export type Written = { name?: string; value?: number; elements?: Record<string, Entry | null> }

/** mm from slice to slice and pixel to pixel of a complete export. */
const exportedStep = 0.5
const side = 8

/**
 * A series of small slices as programs export them: complete but for what `written` says of slice `at`. All pixels of a slice
 * have its value, by default `at`, so that one sees in a volume where it came to lie.
 */
export function exportedSlices(count: number, written: (at: number) => Written = () => ({})): NamedFile[] {
  return Array.from({ length: count }, (_, at) => {
    const { name = `CBCT/${String(at).padStart(3, '0')}`, value = at, elements = {} } = written(at)
    const all = { ...completeElements(at), '00080018': uid(name), ...elements }
    return { name, bytes: writeDicom({ elements: present(all), pixels: ofValue(value) }) }
  })
}

/** All slices in one file of frames; `more` replaces elements of the whole, frame `at` has the value `at`. */
export function exportedFrames(count: number, more: Record<string, Entry | null> = {}): NamedFile {
  const elements = present({
    ...completeElements(0),
    ...imageElements({ columns: side, rows: side, frames: count, signed: true }),
    '00200013': ['IS', '1'],
    ...more,
  })
  const pixels = new Int16Array(count * side * side)
  for (let at = 0; at < count; at++) pixels.fill(at, at * side * side, (at + 1) * side * side)
  return { name: 'CBCT/volumen', bytes: writeDicom({ elements, pixels }) }
}

/** The place of slice `at` of a complete export. */
export const placed = (at: number): Entry => ['DS', '-2', '-2', String(at * exportedStep)]

const completeElements = (at: number): Item => ({
  ...imageElements({ columns: side, rows: side, signed: true }),
  '0008103E': ['LO', 'Maxilar'],
  '00100010': ['PN', 'LOPEZ HERNANDEZ^MARIANA'],
  '00180050': ['DS', String(exportedStep)],
  '0020000D': ['UI', '2.25.78'],
  '0020000E': ['UI', '2.25.78.1'],
  '00200013': ['IS', String(at + 1)],
  '00200032': placed(at),
  '00200037': ['DS', '1', '0', '0', '0', '1', '0'],
  '00280030': ['DS', String(exportedStep), String(exportedStep)],
  '00281052': ['DS', '0'],
  '00281053': ['DS', '1'],
})

function present(elements: Record<string, Entry | null>): Item {
  const item: Item = {}
  for (const [tag, entry] of Object.entries(elements)) if (entry) item[tag] = entry
  return item
}

const ofValue = (value: number) => new Int16Array(side * side).fill(value)

/** A UID of its own for each name. */
function uid(name: string): Entry {
  const number = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e12, 7)
  return ['UI', `2.25.79.${number}`]
}
