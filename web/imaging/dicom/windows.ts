import type { Window, WindowCurve } from '#web/imaging/types.ts'
import type { DataSet } from './parser.ts'
import { tag } from './tags.ts'
import { decodeText } from './text.ts'
import { bytesOf, codeOf, groupOf, numbersOf } from './values.ts'

/** VOI LUT Function (PS3.3 C.11.2.1.3). */
const curves: Record<string, WindowCurve | undefined> = { LINEAR_EXACT: 'exact', SIGMOID: 'sigmoid' }

/** The windows of a frame in the file's order, with their explanations and their curve (PS3.3 C.11.2.1.2). */
export function windowsOf(data: DataSet, frame: number): Window[] {
  const group = groupOf(data, frame, tag.frameVoi)
  const centers = numbersOf(group, tag.windowCenter)
  const widths = numbersOf(group, tag.windowWidth)
  const names = namesOf(group, data.string(tag.characterSet))
  const curve = curves[codeOf(group, tag.windowCurve)]
  return centers.flatMap((center, at) => {
    const width = widths[at]
    if (width === undefined || !Number.isFinite(center) || !(width > 0) || !Number.isFinite(width)) return []
    const name = names[at]
    return [{ center, width, ...(name && { name }), ...(curve && { curve }) }]
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
