import { readFacts } from '#web/imaging/dicom/facts.ts'
import { headBytes } from '#web/imaging/dicom/read-dicom.ts'
import type { Slice } from '#web/imaging/series.ts'
import type { VolumeInfo } from '#web/imaging/types.ts'
import { automaticWindow, shadeOf } from '#web/imaging/view/grey.ts'
import { panoramicOf } from '#web/imaging/volume/along-arch.ts'
import { findArch } from '#web/imaging/volume/arch.ts'
import { cutOf } from '#web/imaging/volume/cut.ts'
import { pictureOf } from '#web/imaging/volume/cut-picture.ts'
import { loadVolume } from '#web/imaging/volume/load.ts'
import type { OpenVolume } from '#web/imaging/volume/open-volume.ts'
import { type Drawing, drawingOf, shaded } from './drawing.ts'
import { type Look, sizeFacts } from './look.ts'
import type { PreviewFacts } from './preview.ts'
import { sheetsOf } from './sheets.ts'

/** Bytes for the voxels, on whatever device the file is sent from; a larger volume is reduced. */
const memory = 400 * 1024 ** 2
/** mm across the curve that the panoramic picture is the mean of, as the viewer begins. */
const panoramicLayer = { thicknessMm: 15, mode: 'mean' } as const

/** Loads a volume, which may take a minute. Throws ImagingError. */
export async function lookAtVolume(slices: Slice[]): Promise<Look> {
  const loaded = await loadVolume(slices, { memory })
  return {
    ...drawVolume(loaded),
    // Without them its pictures are as good.
    sheets: await sheetsOf(loaded).catch(() => undefined),
    facts: { ...(await headFacts(slices)), ...volumeFacts(loaded.info), slices: slices.length },
  }
}

/** The middle axial slice, and the teeth along the suggested curve; the slice again where no dental arch is found. */
export function drawVolume({ info, grid }: Pick<OpenVolume, 'info' | 'grid'>): {
  thumb: Drawing
  cover: Drawing
} {
  const middle = pictureOf(cutOf(grid, 'axial', Math.floor(info.size[2] / 2)), info)
  const thumb = drawingOf(middle)
  const arch = findArch(grid)
  if (!arch) return { thumb, cover: thumb }
  const teeth = pictureOf(panoramicOf(grid, arch, panoramicLayer), info)
  // A mean over its whole thickness is greyer than a single cut.
  return { thumb, cover: shaded(teeth, shadeOf(automaticWindow(teeth))) }
}

async function headFacts(slices: Slice[]): Promise<PreviewFacts> {
  const middle = slices[Math.floor(slices.length / 2)]
  return middle ? readFacts(await middle.source.head(headBytes)) : {}
}

function volumeFacts({ size, spacing, notices }: VolumeInfo): PreviewFacts {
  if (!spacing.known || spacing.assumedAxis !== undefined) return {}
  // The file's own voxels, not those of a volume that was reduced for want of memory.
  const factor = notices.find((notice) => notice.kind === 'reduced')?.factor ?? 1
  return sizeFacts(
    spacing.mm.map((side) => side / factor),
    size.map((count) => count * factor),
  )
}
