import { useState } from 'react'
import type { OpenedShare } from '#web/features/sharing/shared-study-page.tsx'
import { useMedia } from '#web/ui/use-media.ts'

/** The addresses of key images that came with the PIN live 600 s; they are used as long, in ms. */
const fresh = 540_000

/**
 * Whether a link carried a report when it was opened, and whether it is `wanted` by now: on a wide window at once, on a narrow one
 * when it is first `read`, with addresses that still work.
 */
export function useFreshReport({ opened, readReport }: OpenedShare) {
  const [openedAt] = useState(() => performance.now())
  const [carried] = useState(opened.report !== null)
  const [asked, setAsked] = useState(false)
  const isWide = useMedia('(width >= 68.75rem)')

  async function read() {
    if (asked || isWide) return
    if (performance.now() - openedAt > fresh) await readReport()
    setAsked(true)
  }
  return { carried, wanted: asked || isWide, read }
}
