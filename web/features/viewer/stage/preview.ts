import { previewSheets } from '#domain/study-preview.ts'
import { openPreview, type Volume } from '#web/imaging/client.ts'
import type { SheetsShape } from '#web/imaging/preview/tiles.ts'

/** The part of a study that its preview is of: volumes are counted first. */
export const previewedPart = '1'

/** A preview volume that can be asked for, sheet by sheet. */
export type PreviewSource = {
  shape: SheetsShape
  /** Whether the study's file states its scale. */
  known: boolean
  /** A sheet (0 to 3), as it lies in storage. */
  sheet: (at: number, signal: AbortSignal) => Promise<Blob>
}

/** A preview volume that is shown until something better is there, which gives its memory back. */
export type ShownPreview = { volume: Volume; release: () => void }

/**
 * Loads a preview volume, which `onVolume` gets after the first sheet and finer after each of the others. Its memory is that of
 * `signal`. Throws where a sheet is missing; what was shown stays.
 */
export async function loadPreview(
  { shape, known, sheet }: PreviewSource,
  signal: AbortSignal,
  onVolume: (volume: Volume) => void,
): Promise<void> {
  signal.throwIfAborted()
  const opened = openPreview(shape, known)
  signal.addEventListener('abort', opened.close)
  let next = sheet(0, signal)
  for (let at = 0; at < previewSheets.count; at++) {
    const blob = await next
    if (at + 1 < previewSheets.count) {
      // It is on its way while this one is read.
      next = sheet(at + 1, signal)
      next.catch(() => {})
    }
    onVolume(await opened.take(at, blob))
  }
}
