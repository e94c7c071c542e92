import { exportPicture } from './export-picture.ts'
import { Layer } from './instrument-layer.tsx'
import { Options } from './instrument-options.tsx'
import { tools } from './instrument-tools.tsx'

/** What comes after the images, at once. */
export const instrumentCode = { exportPicture, Layer, Options, tools }
