import type { ExposureFacts } from '#web/imaging/dicom/facts.ts'
import type { SheetsShape } from '#web/imaging/preview/tiles.ts'
import type { ImagingProblem } from '#web/imaging/types.ts'

/** A picture of a study and its size in pixels; WebP, or JPEG where the browser does not write that. */
export type MadePicture = { blob: Blob; width: number; height: number }

/** A study's volume, reduced: files that show its slices as tiles. */
export type MadeSheets = SheetsShape & { files: Blob[] }

export type PreviewParts = Partial<Record<'volumes' | 'images' | 'photos' | 'scans' | 'documents', number>>

export type PreviewFacts = ExposureFacts & {
  /** Voxels' or pixels' sides and those of the whole, mm. */
  voxel_mm?: number[]
  fov_mm?: number[]
  slices?: number
}

export type PreviewKind = 'volume' | 'image' | 'photo' | 'mesh' | 'document'

/** What was made of a study's files to be seen at once; without pictures a problem, or a document alone (docs/product/studies.md). */
export type MadePreview = {
  kind: PreviewKind | null
  problem: ImagingProblem | null
  thumb: MadePicture | null
  cover: MadePicture | null
  /** The mean colour, 6 hex digits. */
  tint: string | null
  parts: PreviewParts
  facts: PreviewFacts
  sheets?: MadeSheets
  /** Where each slice lies in the file. */
  index?: Blob
}

/** The preview of what has no picture, and why; null for a document. */
export function nothingMade(kind: PreviewKind | null, problem: ImagingProblem | null): MadePreview {
  return { kind, problem, thumb: null, cover: null, tint: null, parts: {}, facts: {} }
}
