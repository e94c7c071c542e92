import { useState } from 'react'
import { AppError } from '#web/backend/errors.ts'
import { request } from '#web/backend/load-file.ts'
import { openSharedStudy, type SharedRefusal } from '#web/backend/shared-study.ts'
import type { OpenedShare } from '#web/features/sharing/shared-study-page.tsx'
import { isOneVolume } from '#web/features/viewer/one-volume.ts'
import type { StudySource } from '#web/features/viewer/use-study-load.ts'

/** The address that came with the PIN lives 60 s; it is used as long, in ms. */
const fresh = 45_000

/**
 * The file of a study that was opened with a link, to be seen and to be kept. `onEnded` hears why the link or the visit has
 * ended meanwhile.
 */
export function useSharedFile(
  { token, opened }: OpenedShare,
  onEnded: (why: SharedRefusal) => void,
): { source: StudySource; download: () => Promise<void> } {
  const [openedAt] = useState(() => performance.now())

  /** A fresh address of the file, good for a minute; null when there is none any more. */
  const renew = async (): Promise<string | null> => {
    const answer = await openSharedStudy(token, { visit: opened.visit })
    if (!('outcome' in answer)) return answer.file.address
    onEnded(answer)
    return null
  }

  const address = async (): Promise<string> => {
    if (performance.now() - openedAt < fresh) return opened.file.address
    const renewed = await renew()
    if (renewed === null) throw new AppError('load_study', 'cancelled')
    return renewed
  }

  return {
    source: { ...sourceOf(opened), address },
    async download() {
      const address = await renew()
      if (address === null) return
      const url = new URL(address, location.origin)
      url.searchParams.set('download', opened.file.name)
      const anchor = document.createElement('a')
      anchor.href = url.href
      anchor.download = opened.file.name
      document.body.append(anchor)
      anchor.click()
      anchor.remove()
    },
  }
}

/** What came with the answer to the PIN: addresses of the reduced volume's sheets, and of the index. */
function sourceOf({ file, preview }: OpenedShare['opened']): Omit<StudySource, 'address'> {
  const rest = { name: file.name, sample: null }
  if (!preview) return { ...rest, preview: null, bytes: null, index: null }
  const { shape, known, sheets, bytes, index, parts } = preview
  return {
    ...rest,
    preview: { shape, known, sheet: (at, signal) => contentOf(sheets[at] ?? '', signal) },
    bytes,
    index: index && isOneVolume(parts) ? (signal) => contentOf(index, signal) : null,
  }
}

const contentOf = async (address: string, signal: AbortSignal): Promise<Blob> =>
  (await request(address, signal)).blob()
