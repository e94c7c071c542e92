import { useEffect, useState } from 'react'
import { previewSheets } from '#domain/study-preview.ts'
import { openPreview, type PreviewVolume, type Volume } from '#web/imaging/client.ts'
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

/** `volume` is usable after the first sheet and finer after each of the others; `over` when no more of them comes. */
export type Preview = { volume: Volume | null; over: boolean; failed: boolean }

const nothing: Preview = { volume: null, over: false, failed: false }

/** Loads a preview volume and leaves its memory with the page that shows it; null is none, or one that must wait. */
export function usePreview(source: PreviewSource | null): Preview {
  const [preview, setPreview] = useState<Preview>(nothing)
  useEffect(() => {
    if (!source) return
    const controller = new AbortController()
    const { signal } = controller
    let open: PreviewVolume | null = null
    setPreview(nothing)

    async function load({ shape, known, sheet }: PreviewSource) {
      const opened = openPreview(shape, known)
      open = opened
      for (let at = 0; at < previewSheets.count; at++) {
        const volume = await opened.take(at, await sheet(at, signal))
        if (signal.aborted) return
        setPreview({ volume, over: at + 1 === previewSheets.count, failed: false })
      }
    }
    load(source).catch(() => {
      // What is there stays, less fine.
      if (!signal.aborted) setPreview(({ volume }) => ({ volume, over: true, failed: true }))
    })
    return () => {
      controller.abort()
      open?.close()
    }
  }, [source])
  return preview
}
