import { useState } from 'react'
import { AppError } from '#web/backend/errors.ts'
import { request } from '#web/backend/load-file.ts'
import { openSharedStudy, type SharedRefusal } from '#web/backend/shared-study.ts'
import type { OpenedShare } from '#web/features/sharing/shared-study-page.tsx'
import { isOneVolume } from '#web/features/viewer/one-volume.ts'
import type { FileToView } from '#web/features/viewer/use-study-file.ts'

/** The address that came with the PIN lives 60 s; it is used as long, in ms. */
const fresh = 45_000

/**
 * The file of a study that was opened with a link, to be seen and to be kept. `onEnded` hears why the link or the visit has
 * ended meanwhile.
 */
export function useSharedFile(
  { token, opened }: OpenedShare,
  onEnded: (why: SharedRefusal) => void,
): { wanted: FileToView; download: () => Promise<void> } {
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
    wanted: { key: opened.visit, address, far: farOf(opened) },
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

function farOf({ preview }: OpenedShare['opened']): FileToView['far'] {
  if (!preview?.index || !isOneVolume(preview.parts)) return null
  const { index, bytes } = preview
  return { bytes, index: async (signal) => (await request(index, signal)).blob() }
}
