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

/** A preview volume that is shown until something better is there, which gives its memory back. */
export type ShownPreview = { volume: Volume; release: () => void }

/** `shown` is usable after the first sheet and finer after each of the others; `over` when no more of them comes. */
export type Preview = {
  shown: ShownPreview | null
  /** Whether there was something to see, also when its memory was given back since. */
  came: boolean
  over: boolean
  failed: boolean
}

const nothing: Preview = { shown: null, came: false, over: false, failed: false }

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
      const release = () => {
        opened.close()
        setPreview((before) => ({ ...before, shown: null }))
      }
      let next = sheet(0, signal)
      for (let at = 0; at < previewSheets.count; at++) {
        const blob = await next
        if (at + 1 < previewSheets.count) {
          // It is on its way while this one is read.
          next = sheet(at + 1, signal)
          next.catch(() => {})
        }
        const volume = await opened.take(at, blob)
        if (signal.aborted) return
        const over = at + 1 === previewSheets.count
        setPreview({ shown: { volume, release }, came: true, over, failed: false })
      }
    }
    load(source).catch(() => {
      // What is there stays, less fine.
      if (!signal.aborted) setPreview((before) => ({ ...before, over: true, failed: true }))
    })
    return () => {
      controller.abort()
      open?.close()
    }
  }, [source])
  return preview
}
