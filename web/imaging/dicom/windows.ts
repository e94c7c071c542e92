import type { Window } from '#web/imaging/types.ts'
import type { DataSet } from './parser.ts'
import { tag } from './tags.ts'
import { decodeText } from './text.ts'
import { bytesOf, groupOf, numbersOf } from './values.ts'

/** The windows of a frame in the file's order, with their explanations (PS3.3 C.11.2.1.2). */
export function windowsOf(data: DataSet, frame: number): Window[] {
  const group = groupOf(data, frame, tag.frameVoi)
  const centers = numbersOf(group, tag.windowCenter)
  const widths = numbersOf(group, tag.windowWidth)
  const names = namesOf(group, data.string(tag.characterSet))
  return centers.flatMap((center, at) => {
    const width = widths[at]
    if (width === undefined || !Number.isFinite(center) || !(width > 0) || !Number.isFinite(width)) return []
    const name = names[at]
    return [name ? { center, width, name } : { center, width }]
  })
}

/** The window that just shows all of a range. */
export function windowOver([low, high]: readonly [number, number]): Window {
  return { center: (low + high + 1) / 2, width: Math.max(1, high - low + 1) }
}

function namesOf(group: DataSet, characterSet: string | undefined): string[] {
  const bytes = bytesOf(group, tag.windowName)
  return bytes
    ? decodeText(bytes, characterSet)
        .split('\\')
        .map((name) => name.trim())
    : []
}
