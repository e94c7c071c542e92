import type { PixelSpacing } from '#web/imaging/types.ts'
import type { DataSet } from './parser.ts'
import { tag } from './tags.ts'
import { codeOf, groupOf, numbersOf } from './values.ts'

/** Modalities whose Pixel Spacing is in the plane of the patient by definition (PS3.3 C.7.6.2.1.1). */
const sliced = new Set(['CT', 'MR', 'PT', 'NM'])

/**
 * Distances of pixels, in mm where one may measure with them. In slices Pixel Spacing is that of the patient. In a projection
 * (CR, DX, PX, IO...) it is so only when calibrated (PS3.3 10.7.1.2 and 10.7.1.3): where Pixel Spacing Calibration Type says GEOMETRY or
 * FIDUCIAL, or where it differs from the Imager Pixel Spacing beside it, which is the detector's; alone or equal to that one, it
 * may be the detector's too, which a film's magnification makes 20 or 30 percent wrong.
 */
export function spacingOf(data: DataSet, frame: number): PixelSpacing | undefined {
  const patient = pair(groupOf(data, frame, tag.pixelMeasures), tag.pixelSpacing)
  const detector = pair(data, tag.imagerPixelSpacing)
  if (patient && isOfPatient(data, patient, detector)) return { known: 'mm', ...patient }
  const other = patient ?? detector ?? pair(data, tag.nominalPixelSpacing) ?? pair(data, tag.aspectRatio)
  return other && { known: 'ratio', ratio: other.row / other.column }
}

type Pair = { row: number; column: number }

function isOfPatient(data: DataSet, patient: Pair, detector: Pair | undefined): boolean {
  if (sliced.has(codeOf(data, tag.modality))) return true
  if (['GEOMETRY', 'FIDUCIAL'].includes(codeOf(data, tag.calibration))) return true
  if (!detector) return false
  return !isClose(patient.row, detector.row) || !isClose(patient.column, detector.column)
}

/** Equal except for the number of digits written. */
function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= 0.001 * Math.max(a, b)
}

function pair(data: DataSet, name: string): Pair | undefined {
  const [row, column] = numbersOf(data, name)
  return row && column && row > 0 && column > 0 && Number.isFinite(row + column) ? { row, column } : undefined
}
