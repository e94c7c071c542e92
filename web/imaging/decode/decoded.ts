import type { ColorSpace } from '#web/imaging/dicom/color.ts'
import type { Values } from '#web/imaging/dicom/stored-values.ts'

/** A frame out of its compression: samples pixel by pixel, as they were stored. */
export type Decoded = { columns: number; rows: number; samples: 1 | 3; values: Values; space: ColorSpace }
